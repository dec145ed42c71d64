(** Subtraction games: values, outcomes and misere outcomes repeat. *)

Require Import NArith Arith List Lia Bool.
Require Import Mexlab.Heaps.
Import ListNotations.
Open Scope N_scope.

(** A move takes one of the numbers of the list from a heap. *)
Definition subtraction (S : list N) : game := fun n =>
  map (fun s => [n - s]) (filter (fun s => (1 <=? s) && (s <=? n)) S).

Lemma subtraction_In S n o :
  In o (subtraction S n) <-> exists s, In s S /\ 1 <= s /\ s <= n /\ o = [n - s].
Proof.
  unfold subtraction. rewrite in_map_iff. split.
  - intros (s & <- & H). apply filter_In in H. destruct H as [I H]. apply andb_true_iff in H.
    destruct H as [H1 H2]. apply N.leb_le in H1, H2. exists s. repeat split; assumption.
  - intros (s & I & H1 & H2 & ->). exists s. split; [reflexivity |]. apply filter_In.
    split; [assumption |]. apply andb_true_iff. split; now apply N.leb_le.
Qed.

Lemma subtraction_lowers S : lowers (subtraction S).
Proof.
  intros n o h Ho Hh. apply subtraction_In in Ho. destruct Ho as (s & _ & ? & ? & ->).
  destruct Hh as [<- | []]. lia.
Qed.

(** * What is decided by the same of the options *)

(** 0 for a lost heap and 1 for a won one, from those that moves lead to. *)
Definition outcome (l : list N) : N := if has 0 l then 1 else 0.
Definition misere_outcome (l : list N) : N := if has 0 l then 1 else match l with [] => 1 | _ => 0 end.

Section Decided.
  Variables (S : list N) (decide : list N -> N).

  (** The quantities of what moves from [n] lead to, if those of [n - 1], ..., 0 are in the list. *)
  Definition of_options (known : list N) : list N :=
    flat_map (fun s => match nth_error known (N.to_nat (s - 1)) with Some v => [v] | None => [] end)
      (filter (N.leb 1) S).

  (** The quantities of [count - 1], ..., 0. *)
  Fixpoint quantities (count : nat) : list N :=
    match count with
    | O => []
    | Datatypes.S c => let known := quantities c in decide (of_options known) :: known
    end.

  Definition quantity (n : N) : N := hd 0 (quantities (Datatypes.S (N.to_nat n))).

  Lemma quantities_length c : length (quantities c) = c.
  Proof. induction c; cbn; congruence. Qed.

  Lemma quantities_nth c : forall i, (i < c)%nat ->
    nth_error (quantities c) i = Some (quantity (N.of_nat (c - 1 - i))).
  Proof.
    induction c as [| c IH]; intros i Hi; [lia |]. destruct i as [| i].
    - cbn [quantities nth_error]. unfold quantity. replace (Datatypes.S c - 1 - 0)%nat with c by lia.
      now rewrite Nat2N.id.
    - cbn [quantities nth_error]. rewrite IH by lia. do 3 f_equal. lia.
  Qed.

  Lemma quantities_none c i : (c <= i)%nat -> nth_error (quantities c) i = None.
  Proof. intros H. apply nth_error_None. now rewrite quantities_length. Qed.

  (** A quantity is decided by those of the options. *)
  Theorem quantity_options n :
    quantity n = decide (map (fun s => quantity (n - s)) (filter (fun s => (1 <=? s) && (s <=? n)) S)).
  Proof.
    unfold quantity at 1. cbn [quantities hd]. f_equal. unfold of_options.
    induction S as [| s T IH]; [reflexivity |]. cbn [filter].
    destruct (N.leb_spec 1 s) as [Hs | _]; cbn [andb]; [| exact IH].
    cbn [flat_map]. rewrite IH. destruct (N.leb_spec s n) as [Hn | Hn].
    - rewrite quantities_nth by lia. cbn [map app]. do 2 f_equal. lia.
    - now rewrite quantities_none by lia.
  Qed.

  Definition greatest : N := fold_right N.max 0 S.

  Lemma greatest_In s : In s S -> s <= greatest.
  Proof.
    unfold greatest. induction S as [| t T IH]; cbn [In fold_right]; [intros [] |].
    intros [-> | H]; [lia |]. specialize (IH H). lia.
  Qed.

  (** As many equal quantities as the greatest number that can be taken are enough. *)
  Theorem window a p :
    (forall n, a <= n -> n < a + greatest -> quantity (n + p) = quantity n) ->
    forall n, a <= n -> quantity (n + p) = quantity n.
  Proof.
    intros H n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
    destruct (N.lt_ge_cases n (a + greatest)) as [L | L]; [now apply H |].
    rewrite (quantity_options n), (quantity_options (n + p)). f_equal.
    assert (F : filter (fun s => (1 <=? s) && (s <=? n + p)) S
      = filter (fun s => (1 <=? s) && (s <=? n)) S).
    { apply filter_ext_in. intros s Is. pose proof (greatest_In s Is). f_equal.
      destruct (N.leb_spec s (n + p)), (N.leb_spec s n); lia || reflexivity. }
    rewrite F. apply map_ext_in. intros s Hs. apply filter_In in Hs. destruct Hs as [Is Hs].
    apply andb_true_iff in Hs. destruct Hs as [H1 H2]. apply N.leb_le in H1, H2.
    pose proof (greatest_In s Is). replace (n + p - s) with (n - s + p) by lia. apply IH; lia.
  Qed.

  (** Whether the first quantities show the period [p] from [a] on, as far as is needed. *)
  Definition shows_period (a p : N) : bool :=
    let known := quantities (N.to_nat (a + greatest + p)) in
    agree (N.to_nat greatest) known (skipn (N.to_nat p) known).

  Theorem quantity_period a p : shows_period a p = true ->
    forall n, a <= n -> quantity (n + p) = quantity n.
  Proof.
    intros E. apply window. intros n Hn Hl. unfold shows_period in E.
    destruct (agree_right _ _ _ E (N.to_nat (a + greatest - 1 - n)) ltac:(lia)) as (v & X & Y).
    rewrite <- X, nth_error_skipn, !quantities_nth in Y by lia. injection Y as Y.
    replace (n + p) with (N.of_nat (N.to_nat (a + greatest + p) - 1 - N.to_nat (a + greatest - 1 - n))) by lia.
    rewrite <- Y. f_equal. lia.
  Qed.

  (** Whether they show the law [e] as well. *)
  Definition shows_law (e : N -> N) (a p : N) : bool :=
    shows_period a p && follows (quantities (N.to_nat (a + p))) e (a + p).

  Theorem quantity_law e a p : shows_law e a p = true -> 1 <= p ->
    (forall n, a <= n -> e (n + p) = e n) -> forall n, quantity n = e n.
  Proof.
    intros E Hp He. apply andb_true_iff in E. destruct E as [E1 E2].
    apply (by_period _ _ a p Hp); [now apply quantity_period | assumption |].
    apply (follows_right _ _ _ _ E2). intros i Hi. rewrite quantities_nth by lia. do 2 f_equal. lia.
  Qed.
End Decided.

(** * Values and outcomes are such quantities *)

Theorem quantity_grundy S n : quantity S mex n = grundy (subtraction S) n.
Proof.
  apply grundy_unique; [apply subtraction_lowers |]. clear n. intros n.
  rewrite quantity_options. f_equal. unfold subtraction. rewrite map_map. apply map_ext.
  intros s. cbn [map nimsum]. now rewrite N.lxor_0_r.
Qed.

Section Outcomes.
  Variable S : list N.
  Let G := subtraction S.

  Lemma move_heap n q : move G [n] q <-> exists s, In s S /\ 1 <= s /\ s <= n /\ q = [n - s].
  Proof.
    rewrite <- subtraction_In. split.
    - intros M. inversion M as [? o ? Ho | ? ? r M']; subst; [| inversion M'].
      now rewrite app_nil_r.
    - intros I. rewrite <- (app_nil_r q). now apply here.
  Qed.

  Lemma option_In decide n v :
    In v (map (fun s => quantity S decide (n - s)) (filter (fun s => (1 <=? s) && (s <=? n)) S)) <->
    exists s, In s S /\ 1 <= s /\ s <= n /\ v = quantity S decide (n - s).
  Proof.
    rewrite in_map_iff. split.
    - intros (s & <- & H). apply filter_In in H. destruct H as [I H]. apply andb_true_iff in H.
      destruct H as [H1 H2]. apply N.leb_le in H1, H2. exists s. repeat split; assumption.
    - intros (s & I & H1 & H2 & ->). exists s. split; [reflexivity |]. apply filter_In.
      split; [assumption |]. apply andb_true_iff. split; now apply N.leb_le.
  Qed.

  Theorem quantity_lost n : lost G [n] <-> quantity S outcome n = 0.
  Proof.
    assert (W : (quantity S outcome n = 0 -> lost G [n]) /\ (quantity S outcome n <> 0 -> won G [n])).
    { induction n as [n IH] using (well_founded_induction N.lt_wf_0).
      rewrite quantity_options. unfold outcome at 1 3. destruct (has 0 _) eqn:E.
      - split; [discriminate |]. intros _. apply has_In, option_In in E.
        destruct E as (s & Is & H1 & H2 & E). econstructor; [apply move_heap; eauto |].
        apply IH; [lia | now symmetry].
      - split; [| easy]. intros _. constructor. intros q M. apply move_heap in M.
        destruct M as (s & Is & H1 & H2 & ->). apply IH; [lia |]. intros Z.
        assert (X : has 0 (map (fun s => quantity S outcome (n - s))
          (filter (fun s => (1 <=? s) && (s <=? n)) S)) = true).
        { apply has_In, option_In. exists s. repeat split; now try symmetry. }
        congruence. }
    split; [| apply W]. intros L. destruct (N.eq_dec (quantity S outcome n) 0) as [? | Z]; [assumption |].
    destruct (not_both G (subtraction_lowers S) [n] L). now apply W.
  Qed.

  Theorem quantity_misere n : misere_lost G [n] <-> quantity S misere_outcome n = 0.
  Proof.
    assert (W : (quantity S misere_outcome n = 0 -> misere_lost G [n]) /\
      (quantity S misere_outcome n <> 0 -> misere_won G [n])).
    { induction n as [n IH] using (well_founded_induction N.lt_wf_0).
      rewrite quantity_options.
      set (l := map (fun s => quantity S misere_outcome (n - s)) _).
      assert (Il : forall v, In v l <-> exists s, In s S /\ 1 <= s /\ s <= n /\
        v = quantity S misere_outcome (n - s)) by (intros; apply option_In).
      unfold misere_outcome at 1 2. destruct (has 0 l) eqn:E.
      - split; [discriminate |]. intros _. apply has_In, Il in E.
        destruct E as (s & Is & H1 & H2 & E). eapply MisereWon; [apply move_heap; eauto |].
        apply IH; [lia | now symmetry].
      - destruct l as [| v l'] eqn:El.
        + split; [discriminate |]. intros _. apply Stuck. intros q M. apply move_heap in M.
          destruct M as (s & Is & H1 & H2 & ->). apply (Il (quantity S misere_outcome (n - s))). eauto.
        + split; [| easy]. intros _. destruct (proj1 (Il v) (or_introl eq_refl)) as (s & Is & H1 & H2 & _).
          apply (MisereLost _ _ [n - s]); [apply move_heap; eauto |]. intros q M. apply move_heap in M.
          destruct M as (t & It & H3 & H4 & ->). apply IH; [lia |]. intros Z.
          assert (X : has 0 (v :: l') = true).
          { apply has_In, Il. exists t. repeat split; now try symmetry. }
          congruence. }
    split; [| apply W]. intros L.
    destruct (N.eq_dec (quantity S misere_outcome n) 0) as [? | Z]; [assumption |].
    destruct (misere_not_both G (subtraction_lowers S) [n] L). now apply W.
  Qed.
End Outcomes.

Theorem quantity_won S n : won (subtraction S) [n] <-> quantity S outcome n <> 0.
Proof.
  rewrite won_iff, <- lost_iff by apply subtraction_lowers. now rewrite quantity_lost.
Qed.

Theorem quantity_misere_won S n : misere_won (subtraction S) [n] <-> quantity S misere_outcome n <> 0.
Proof.
  rewrite <- quantity_misere. split.
  - intros W L. exact (misere_not_both _ (subtraction_lowers S) [n] L W).
  - intros L. destruct (misere_decided _ (subtraction_lowers S) [n]); [contradiction | assumption].
Qed.

(** ** Periods *)

Section Periods.
  Variables (S : list N) (a p : N).

  Theorem values_repeat : shows_period S mex a p = true ->
    forall n, a <= n -> grundy (subtraction S) (n + p) = grundy (subtraction S) n.
  Proof. intros E n Hn. rewrite <- !quantity_grundy. now apply quantity_period with a. Qed.

  Theorem outcomes_repeat : shows_period S outcome a p = true ->
    forall n, a <= n -> (won (subtraction S) [n + p] <-> won (subtraction S) [n]).
  Proof.
    intros E n Hn. rewrite !quantity_won. now rewrite (quantity_period S outcome a p E n Hn).
  Qed.

  Theorem misere_outcomes_repeat : shows_period S misere_outcome a p = true ->
    forall n, a <= n -> (misere_won (subtraction S) [n + p] <-> misere_won (subtraction S) [n]).
  Proof.
    intros E n Hn. rewrite !quantity_misere_won.
    now rewrite (quantity_period S misere_outcome a p E n Hn).
  Qed.
End Periods.

(** ** Laws that have a period themselves *)

Section Laws.
  Variables (S : list N) (a p : N).
  Hypothesis Hp : 1 <= p.

  Theorem values_law e : shows_law S mex e a p = true -> (forall n, a <= n -> e (n + p) = e n) ->
    forall n, grundy (subtraction S) n = e n.
  Proof. intros E He n. rewrite <- quantity_grundy. revert n. now apply quantity_law with a p. Qed.

  Variable law : N -> bool.
  Hypothesis Hl : forall n, a <= n -> law (n + p) = law n.

  Definition lost_if (n : N) : N := if law n then 0 else 1.
  Definition won_if (n : N) : N := if law n then 1 else 0.

  Lemma lost_law_quantity decide : shows_law S decide lost_if a p = true ->
    forall n, quantity S decide n = 0 <-> law n = true.
  Proof.
    intros E n. assert (He : forall m, a <= m -> lost_if (m + p) = lost_if m).
    { intros m Hm. unfold lost_if. now rewrite Hl. }
    rewrite (quantity_law S decide lost_if a p E Hp He n). unfold lost_if.
    destruct (law n); split; congruence.
  Qed.

  Lemma won_law_quantity decide : shows_law S decide won_if a p = true ->
    forall n, quantity S decide n <> 0 <-> law n = true.
  Proof.
    intros E n. assert (He : forall m, a <= m -> won_if (m + p) = won_if m).
    { intros m Hm. unfold won_if. now rewrite Hl. }
    rewrite (quantity_law S decide won_if a p E Hp He n). unfold won_if.
    destruct (law n); split; congruence.
  Qed.

  Theorem lost_law : shows_law S outcome lost_if a p = true ->
    forall n, lost (subtraction S) [n] <-> law n = true.
  Proof. intros E n. rewrite quantity_lost. now apply lost_law_quantity. Qed.

  Theorem won_law : shows_law S outcome won_if a p = true ->
    forall n, won (subtraction S) [n] <-> law n = true.
  Proof. intros E n. rewrite quantity_won. now apply won_law_quantity. Qed.

  Theorem misere_lost_law : shows_law S misere_outcome lost_if a p = true ->
    forall n, misere_lost (subtraction S) [n] <-> law n = true.
  Proof. intros E n. rewrite quantity_misere. now apply lost_law_quantity. Qed.

  Theorem misere_won_law : shows_law S misere_outcome won_if a p = true ->
    forall n, misere_won (subtraction S) [n] <-> law n = true.
  Proof. intros E n. rewrite quantity_misere_won. now apply won_law_quantity. Qed.
End Laws.
