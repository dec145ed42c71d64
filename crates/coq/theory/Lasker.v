(** Lasker's Nim: a move makes a heap smaller, or divides it into two. *)

Require Import NArith Arith List Lia Bool.
Require Import Mexlab.Heaps Mexlab.Octal Mexlab.Nim.
Import ListNotations.
Open Scope N_scope.

Definition lasker : game := fun n => nim n ++ divisions n.

(** The values: 4 m + 3 and 4 m + 4 change places. *)
Definition swapped (n : N) : N :=
  if n =? 0 then 0
  else if n mod 4 =? 3 then n + 1 else if n mod 4 =? 0 then n - 1 else n.

Lemma lasker_In n o : In o (lasker n) <-> (exists m, m < n /\ o = [m]) \/ divided n o.
Proof.
  unfold lasker, nim. rewrite in_app_iff, in_map_iff, divisions_In. split.
  - intros [(m & <- & I) | D]; [left; exists m; split; [now apply first_In | reflexivity] | now right].
  - intros [(m & H & ->) | D]; [left; exists m; split; [reflexivity | now apply first_In] | now right].
Qed.

Lemma lasker_lowers : lowers lasker.
Proof.
  intros n o h Ho Hh. apply lasker_In in Ho. destruct Ho as [(m & ? & ->) | (a & b & ? & ? & ? & ->)].
  - destruct Hh as [<- | []]. assumption.
  - destruct Hh as [<- | [<- | []]]; lia.
Qed.

(** A number by its rest modulo 4. *)
Lemma by_rest n : n = 4 * (n / 4) + n mod 4 /\ n mod 4 < 4.
Proof. split; [apply N.div_mod | apply N.mod_lt]; lia. Qed.

Definition low (r : N) : N := match r with 0 => 3 | 1 => 1 | 2 => 2 | _ => 0 end.

Lemma swapped_low n : 1 <= n -> swapped n mod 4 = low (n mod 4).
Proof.
  intros H. destruct (by_rest n) as [D R]. unfold swapped.
  destruct (N.eqb_spec n 0); [lia |]. set (r := n mod 4) in *. set (q := n / 4) in *.
  assert (C : r = 0 \/ r = 1 \/ r = 2 \/ r = 3) by lia.
  destruct C as [C | [C | [C | C]]]; rewrite C in *; cbn [N.eqb Pos.eqb low].
  - symmetry. apply (N.mod_unique _ 4 (q - 1)); lia.
  - symmetry. apply (N.mod_unique _ 4 q); lia.
  - symmetry. apply (N.mod_unique _ 4 q); lia.
  - symmetry. apply (N.mod_unique _ 4 (q + 1)); lia.
Qed.

Lemma lxor_mod4 a b : N.lxor a b mod 4 = N.lxor (a mod 4) (b mod 4).
Proof.
  change 4 with (2 ^ 2). rewrite <- !N.land_ones. apply N.bits_inj. intros i.
  rewrite !N.land_spec, !N.lxor_spec, !N.land_spec.
  now destruct (N.testbit a i), (N.testbit b i), (N.testbit (N.ones 2) i).
Qed.

(** The two low bits tell a heap from its two parts. *)
Lemma divided_differs a b : 1 <= a -> 1 <= b -> N.lxor (swapped a) (swapped b) <> swapped (a + b).
Proof.
  intros Ha Hb E. apply (f_equal (fun x => x mod 4)) in E.
  rewrite lxor_mod4, !swapped_low in E by lia. rewrite N.add_mod in E by lia.
  destruct (by_rest a) as [_ A]. destruct (by_rest b) as [_ B].
  set (r := a mod 4) in *. set (s := b mod 4) in *.
  assert (Cr : r = 0 \/ r = 1 \/ r = 2 \/ r = 3) by lia.
  assert (Cs : s = 0 \/ s = 1 \/ s = 2 \/ s = 3) by lia.
  destruct Cr as [-> | [-> | [-> | ->]]]; destruct Cs as [-> | [-> | [-> | ->]]];
    vm_compute in E; discriminate E.
Qed.

Lemma swapped_cases n : (n = 0 /\ swapped n = 0) \/
  exists q, (n = 4 * q + 1 /\ swapped n = n) \/ (n = 4 * q + 2 /\ swapped n = n) \/
    (n = 4 * q + 3 /\ swapped n = n + 1) \/ (n = 4 * q + 4 /\ swapped n = n - 1).
Proof.
  destruct (by_rest n) as [D R]. unfold swapped. destruct (N.eqb_spec n 0); [left; split; lia |].
  right. set (r := n mod 4) in *. set (q := n / 4) in *.
  assert (C : r = 0 \/ r = 1 \/ r = 2 \/ r = 3) by lia.
  destruct C as [C | [C | [C | C]]]; rewrite C in *; cbn [N.eqb Pos.eqb].
  - exists (q - 1). right. right. right. split; lia.
  - exists q. left. split; lia.
  - exists q. right. left. split; lia.
  - exists q. right. right. left. split; lia.
Qed.

Lemma swapped_twice n : swapped (swapped n) = n.
Proof.
  destruct (swapped_cases n) as [[Hn ->] | (q & H)]; [now rewrite Hn |].
  destruct (swapped_cases (swapped n)) as [[Hm E] | (q' & H')]; lia.
Qed.

Theorem lasker_values n : grundy lasker n = swapped n.
Proof.
  symmetry. apply (grundy_unique lasker swapped lasker_lowers). clear n. intros n. symmetry.
  assert (I : forall x, In x (map (fun o => nimsum (map swapped o)) (lasker n)) <->
    (exists m, m < n /\ swapped m = x) \/
    (exists a b, 1 <= a /\ 1 <= b /\ a + b = n /\ N.lxor (swapped a) (swapped b) = x)).
  { intros x. rewrite in_map_iff. split.
    - intros (o & <- & Ho). apply lasker_In in Ho.
      destruct Ho as [(m & ? & ->) | (a & b & ? & ? & ? & ->)]; cbn [map nimsum]; rewrite N.lxor_0_r.
      + left. eauto.
      + right. exists a, b. auto.
    - intros [(m & ? & <-) | (a & b & ? & ? & ? & <-)].
      + exists [m]. cbn [map nimsum]. rewrite N.lxor_0_r. split; [reflexivity |].
        apply lasker_In. left. eauto.
      + exists [a; b]. cbn [map nimsum]. rewrite N.lxor_0_r. split; [reflexivity |].
        apply lasker_In. right. exists a, b. auto. }
  apply mex_unique.
  - intros H. apply I in H. destruct H as [(m & Hm & E) | (a & b & Ha & Hb & <- & E)].
    + apply (f_equal swapped) in E. rewrite !swapped_twice in E. lia.
    + exact (divided_differs a b Ha Hb E).
  - intros x Hx. apply I.
    destruct (N.lt_ge_cases (swapped x) n) as [L | L].
    + left. exists (swapped x). split; [assumption | apply swapped_twice].
    + right. destruct (swapped_cases n) as [[? ?] | (q & H)]; [lia |].
      destruct (swapped_cases x) as [[? ?] | (q' & H')]; [lia |].
      assert (X : n = 4 * q + 3 /\ x = n) by lia. destruct X as [Hn ->].
      exists 1, (4 * q + 2). repeat split; [lia | lia | lia |].
      assert (S2 : swapped (4 * q + 2) = 4 * q + 2).
      { destruct (swapped_cases (4 * q + 2)) as [[? ?] | (q2 & H2)]; lia. }
      rewrite S2, Hn. change (swapped 1) with 1.
      replace (4 * q + 2) with (2 * (2 * q + 1)) by lia.
      replace (4 * q + 3) with (2 * (2 * q + 1) + 1) by lia.
      destruct (2 * q + 1) as [| p]; reflexivity.
Qed.

Theorem lasker_lost p : lost lasker p <-> nimsum (map swapped p) = 0.
Proof.
  rewrite lost_iff by exact lasker_lowers. now rewrite (map_ext _ _ lasker_values).
Qed.
