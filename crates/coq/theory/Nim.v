(** Nim with any number of heaps, and Bash's game for every bound. *)

Require Import NArith Arith List Lia Bool.
Require Import Mexlab.Heaps.
Import ListNotations.
Open Scope N_scope.

(** A move leaves any smaller heap. *)
Definition nim : game := fun n => map (fun m => [m]) (first n).

Lemma nim_lowers : lowers nim.
Proof.
  intros n o h Ho Hh. unfold nim in Ho. apply in_map_iff in Ho. destruct Ho as (m & <- & Hm).
  destruct Hh as [<- | []]. now apply first_In.
Qed.

Theorem nim_values n : grundy nim n = n.
Proof.
  symmetry. apply (grundy_unique nim (fun n => n) nim_lowers). clear n. intros n. symmetry.
  unfold nim. rewrite map_map. cbn [map nimsum]. apply mex_unique.
  - intros I. apply in_map_iff in I. destruct I as (m & E & I). rewrite N.lxor_0_r in E.
    apply first_In in I. lia.
  - intros x Hx. apply in_map_iff. exists x. rewrite N.lxor_0_r. split; [reflexivity |].
    now apply first_In.
Qed.

(** Bouton's theorem: heaps of any number and sizes are lost exactly if their nim-sum is 0. *)
Theorem nim_lost p : lost nim p <-> nimsum p = 0.
Proof.
  rewrite lost_iff by exact nim_lowers. rewrite (map_ext _ (fun n => n) nim_values), map_id.
  reflexivity.
Qed.

Theorem nim_won p : won nim p <-> nimsum p <> 0.
Proof.
  rewrite won_iff by exact nim_lowers. rewrite (map_ext _ (fun n => n) nim_values), map_id.
  reflexivity.
Qed.

(** The value of a sum of heaps is a heap of the size of their nim-sum. *)
Theorem nim_sum p : lost nim (nimsum p :: p).
Proof. apply nim_lost. cbn [nimsum]. apply N.lxor_nilpotent. Qed.

(** A move takes 1, ..., [k] stones. *)
Definition bash (k : N) : game := fun n =>
  map (fun t => [n - t]) (filter (fun t => (1 <=? t) && (t <=? n)) (first (k + 1))).

Lemma bash_In k n o : In o (bash k n) <-> exists t, 1 <= t /\ t <= k /\ t <= n /\ o = [n - t].
Proof.
  unfold bash. rewrite in_map_iff. split.
  - intros (t & <- & I). apply filter_In in I. destruct I as [I H]. apply first_In in I.
    apply andb_true_iff in H. destruct H as [H1 H2]. apply N.leb_le in H1, H2.
    exists t. repeat split; lia.
  - intros (t & H1 & H2 & H3 & ->). exists t. split; [reflexivity |]. apply filter_In.
    split; [apply first_In; lia |]. apply andb_true_iff. split; now apply N.leb_le.
Qed.

Lemma bash_lowers k : lowers (bash k).
Proof.
  intros n o h Ho Hh. apply bash_In in Ho. destruct Ho as (t & ? & ? & ? & ->).
  destruct Hh as [<- | []]. lia.
Qed.

Theorem bash_values k n : grundy (bash k) n = n mod (k + 1).
Proof.
  symmetry. apply (grundy_unique (bash k) (fun n => n mod (k + 1)) (bash_lowers k)). clear n.
  intros n. symmetry.
  assert (I : forall x, In x (map (fun o => nimsum (map (fun m => m mod (k + 1)) o)) (bash k n)) <->
    exists t, 1 <= t /\ t <= k /\ t <= n /\ (n - t) mod (k + 1) = x).
  { intros x. rewrite in_map_iff. split.
    - intros (o & <- & Ho). apply bash_In in Ho. destruct Ho as (t & ? & ? & ? & ->).
      exists t. cbn [map nimsum]. rewrite N.lxor_0_r. auto.
    - intros (t & ? & ? & ? & <-). exists [n - t]. cbn [map nimsum]. rewrite N.lxor_0_r.
      split; [reflexivity |]. apply bash_In. eauto. }
  pose proof (N.div_mod n (k + 1) ltac:(lia)) as D.
  pose proof (N.mod_lt n (k + 1) ltac:(lia)) as R.
  set (q := n / (k + 1)) in *. set (r := n mod (k + 1)) in *. apply mex_unique.
  - intros H. apply I in H. destruct H as (t & H1 & H2 & H3 & E).
    pose proof (N.div_mod (n - t) (k + 1) ltac:(lia)) as D'. rewrite E in D'.
    set (q' := (n - t) / (k + 1)) in *.
    assert (X : t = (k + 1) * (q - q')) by (rewrite N.mul_sub_distr_l; lia).
    destruct (N.eq_dec (q - q') 0) as [Z | Z]; [rewrite Z in X; lia |]. nia.
  - intros x Hx. apply I. exists (r - x). repeat split; try lia.
    replace (n - (r - x)) with (x + q * (k + 1)) by lia.
    rewrite N.mod_add by lia. apply N.mod_small. lia.
Qed.

Theorem bash_lost k n : lost (bash k) [n] <-> n mod (k + 1) = 0.
Proof.
  rewrite lost_iff by apply bash_lowers. cbn [map nimsum]. now rewrite N.lxor_0_r, bash_values.
Qed.
