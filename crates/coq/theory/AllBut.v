(** Games in which all but finitely many numbers may be taken: values grow by the same number in
    every period. *)

Require Import NArith Arith List Lia Bool.
Require Import Mexlab.Heaps.
Import ListNotations.
Open Scope N_scope.

(** A move takes any number of a heap that is not in the list. *)
Definition all_but (S : list N) : game := fun n =>
  map (fun m => [m]) (filter (fun m => negb (has (n - m) S)) (first n)).

Lemma all_but_In S n o : In o (all_but S n) <-> exists m, m < n /\ has (n - m) S = false /\ o = [m].
Proof.
  unfold all_but. rewrite in_map_iff. split.
  - intros (m & <- & H). apply filter_In in H. destruct H as [H1 H2]. apply first_In in H1.
    apply negb_true_iff in H2. eauto.
  - intros (m & H1 & H2 & ->). exists m. split; [reflexivity |]. apply filter_In.
    split; [now apply first_In | now apply negb_true_iff].
Qed.

Lemma all_but_lowers S : lowers (all_but S).
Proof.
  intros n o h Ho Hh. apply all_but_In in Ho. destruct Ho as (m & ? & _ & ->).
  destruct Hh as [<- | []]. lia.
Qed.

Lemma nth_error_firstn_some {A} (o : A) : forall c l i,
  nth_error (firstn c l) i = Some o -> nth_error l i = Some o.
Proof.
  induction c as [| c IH]; intros l i E; [now destruct i |].
  destruct l as [| y l]; [now destruct i |]. destruct i; [exact E |]. exact (IH l i E).
Qed.

Section Game.
  Variable S : list N.
  Let g := grundy (all_but S).

  Definition greatest : N := fold_right N.max 0 S.
  Let k := N.to_nat greatest.

  Lemma far_free t : greatest < t -> has t S = false.
  Proof.
    intros H. destruct (has t S) eqn:E; [| reflexivity]. apply has_In in E. exfalso. revert H E.
    unfold greatest. induction S as [| s T IH]; cbn [fold_right In]; [intros _ [] |].
    intros H [-> | I]; [lia | apply IH; [lia | assumption]].
  Qed.

  Lemma g_mex n v : v = g n <->
    (forall m, m < n -> has (n - m) S = false -> g m <> v) /\
    (forall u, u < v -> exists m, m < n /\ has (n - m) S = false /\ g m = u).
  Proof.
    assert (I : forall u, In u (map (fun o => nimsum (map g o)) (all_but S n)) <->
      exists m, m < n /\ has (n - m) S = false /\ g m = u).
    { intros u. rewrite in_map_iff. split.
      - intros (o & <- & Ho). apply all_but_In in Ho. destruct Ho as (m & ? & ? & ->).
        exists m. cbn [map nimsum]. rewrite N.lxor_0_r. auto.
      - intros (m & ? & ? & <-). exists [m]. cbn [map nimsum]. rewrite N.lxor_0_r.
        split; [reflexivity |]. apply all_but_In. eauto. }
    unfold g at 1. rewrite grundy_mex by apply all_but_lowers. fold g. split.
    - intros ->. split.
      + intros m ? ? E. apply (mex_not_In (map (fun o => nimsum (map g o)) (all_but S n))).
        rewrite <- E. apply I. eauto.
      + intros u Hu. apply I. now apply mex_below.
    - intros [H1 H2]. symmetry. apply mex_unique.
      + intros H. apply I in H. destruct H as (m & ? & ? & E). now apply (H1 m).
      + intros u Hu. now apply I, H2.
  Qed.

  (** Before heap [n] is valued: [base], such that all values below it are those of heaps below
      [n - k]; which other values are, less [base]; the last [k] values less [base], the last one
      first, or nothing where they are below it. *)
  Record state := State { base : N; met : N; window : list (option N) }.

  (** Whether one of the last heaps, [t] and more below, can be left and has the value [x]. *)
  Fixpoint led (x t : N) (w : list (option N)) : bool :=
    match w with
    | [] => false
    | o :: rest =>
        (negb (has t S) && match o with Some y => x =? y | None => false end) || led x (t + 1) rest
    end.

  Definition lower (o : option N) : option N :=
    match o with
    | Some x => if x =? 0 then None else Some (x - 1)
    | None => None
    end.

  (** Raises [base] while its value is met. *)
  Fixpoint raise (fuel : nat) (st : state) : state :=
    match fuel with
    | O => st
    | Datatypes.S f =>
        if N.testbit (met st) 0
        then raise f (State (base st + 1) (N.div2 (met st)) (map lower (window st)))
        else st
    end.

  (** The window and the values met when [o] enters. *)
  Definition enter (o : option N) (st : state) : state :=
    let w := o :: window st in
    match nth_error w k with
    | Some (Some x) => State (base st) (N.setbit (met st) x) (firstn k w)
    | _ => State (base st) (met st) (firstn k w)
    end.

  (** The value of the next heap, less [base], and the state after it. *)
  Definition next (fuel : nat) (st : state) : option (N * state) :=
    match search fuel 0 (fun x => N.testbit (met st) x || led x 1 (window st)) with
    | None => None
    | Some x => let st' := enter (Some x) st in Some (x, raise (N.size_nat (met st')) st')
    end.

  (** The state before heap [count] and the values before it, the last one first. *)
  Fixpoint run (fuel count : nat) : option (state * list N) :=
    match count with
    | O => Some (State 0 0 [], [])
    | Datatypes.S c =>
        match run fuel c with
        | None => None
        | Some (st, known) =>
            match next fuel st with
            | None => None
            | Some (x, st') => Some (st', base st + x :: known)
            end
        end
    end.

  (** ** It is right *)

  Record right (n : nat) (st : state) : Prop := Right
    { window_length : length (window st) = Nat.min n k;
      window_right : forall i o, nth_error (window st) i = Some o ->
        match o with
        | Some x => g (N.of_nat (n - 1 - i)) = base st + x
        | None => g (N.of_nat (n - 1 - i)) < base st
        end;
      met_right : forall v, (exists j, (j + k < n)%nat /\ g (N.of_nat j) = v) <->
        v < base st \/ (base st <= v /\ N.testbit (met st) (v - base st) = true) }.

  Lemma led_iff x w : forall t, led x t w = true <->
    exists i, nth_error w i = Some (Some x) /\ has (t + N.of_nat i) S = false.
  Proof.
    induction w as [| o w IH]; intros t; cbn [led].
    - split; [discriminate | intros ([|] & ? & _); discriminate].
    - rewrite orb_true_iff, andb_true_iff, negb_true_iff, IH. split.
      + intros [[H E] | (i & E & H)].
        * exists O. rewrite N.add_0_r. destruct o as [y |]; [| discriminate].
          apply N.eqb_eq in E. subst y. split; [reflexivity | assumption].
        * exists (Datatypes.S i). split; [exact E |].
          now replace (t + N.of_nat (Datatypes.S i)) with (t + 1 + N.of_nat i) by lia.
      + intros ([| i] & E & H).
        * left. rewrite N.add_0_r in H. cbn in E. injection E as ->.
          split; [assumption | apply N.eqb_refl].
        * right. exists i. split; [exact E |].
          now replace (t + 1 + N.of_nat i) with (t + N.of_nat (Datatypes.S i)) by lia.
  Qed.

  Lemma value_right fuel n st x : right n st ->
    search fuel 0 (fun x => N.testbit (met st) x || led x 1 (window st)) = Some x ->
    base st + x = g (N.of_nat n).
  Proof.
    intros R E. apply search_right in E. cbv beta in E. destruct E as [Hx Hb].
    apply orb_false_iff in Hx. destruct Hx as [Hm Hl]. apply g_mex. split.
    - intros m Hmn Hf Hg. set (j := N.to_nat m) in *. replace m with (N.of_nat j) in * by lia.
      destruct (Nat.lt_ge_cases (j + k) n) as [L | L].
      + assert (X : exists j', (j' + k < n)%nat /\ g (N.of_nat j') = base st + x) by eauto.
        apply (met_right n st R) in X. destruct X as [X | [_ X]]; [lia |].
        replace (base st + x - base st) with x in X by lia. congruence.
      + set (i := (n - 1 - j)%nat).
        assert (Hi : (i < length (window st))%nat) by (rewrite (window_length n st R); lia).
        destruct (nth_error (window st) i) as [o |] eqn:Eo; [| apply nth_error_None in Eo; lia].
        pose proof (window_right n st R i o Eo) as W. replace (n - 1 - i)%nat with j in W by lia.
        destruct o as [y |]; [| lia]. assert (y = x) by lia. subst y.
        assert (X : led x 1 (window st) = true); [| congruence].
        apply led_iff. exists i. split; [assumption |].
        now replace (1 + N.of_nat i) with (N.of_nat n - N.of_nat j) by lia.
    - intros u Hu. destruct (N.lt_ge_cases u (base st)) as [L | L].
      + destruct (proj2 (met_right n st R u) (or_introl L)) as (j & Hj & Hg).
        exists (N.of_nat j). repeat split; [lia | apply far_free; lia | assumption].
      + specialize (Hb (u - base st) ltac:(lia) ltac:(lia)). apply orb_true_iff in Hb.
        destruct Hb as [H | H].
        * destruct (proj2 (met_right n st R u) (or_intror (conj L H))) as (j & Hj & Hg).
          exists (N.of_nat j). repeat split; [lia | apply far_free; lia | assumption].
        * apply led_iff in H. destruct H as (i & Ei & Hf).
          assert (Hi : (i < length (window st))%nat) by (apply nth_error_Some; congruence).
          rewrite (window_length n st R) in Hi.
          pose proof (window_right n st R i _ Ei) as W. cbv beta iota in W.
          exists (N.of_nat (n - 1 - i)). repeat split; [lia | | lia].
          now replace (N.of_nat n - N.of_nat (n - 1 - i)) with (1 + N.of_nat i) by lia.
  Qed.

  Lemma raise_right fuel n : forall st, right n st -> right n (raise fuel st).
  Proof.
    induction fuel as [| f IH]; cbn [raise]; intros st R; [assumption |].
    destruct (N.testbit (met st) 0) eqn:E; [| assumption]. apply IH. constructor; cbn [base met window].
    - now rewrite map_length, (window_length n st R).
    - intros i o Ho. rewrite nth_error_map in Ho.
      destruct (nth_error (window st) i) as [o' |] eqn:Eo; [| discriminate]. cbn in Ho.
      injection Ho as <-. pose proof (window_right n st R i o' Eo) as W.
      destruct o' as [x |]; cbn [lower]; cbv beta iota in *; [| lia]. destruct (N.eqb_spec x 0); lia.
    - intros v. rewrite (met_right n st R v).
      destruct (N.lt_trichotomy v (base st)) as [H | [-> | H]].
      + split; left; lia.
      + rewrite N.sub_diag. split; [left; lia | right; split; [lia | assumption]].
      + rewrite N.div2_spec, N.shiftr_spec by lia.
        replace (v - (base st + 1) + 1) with (v - base st) by lia.
        split; (intros [? | [? ?]]; [lia | right; split; [lia | assumption]]).
  Qed.

  Lemma enter_right n st x : right n st -> base st + x = g (N.of_nat n) ->
    right (Datatypes.S n) (enter (Some x) st).
  Proof.
    intros R Hx. set (w := Some x :: window st).
    assert (Lw : length w = Datatypes.S (Nat.min n k)) by (cbn; now rewrite (window_length n st R)).
    assert (Hw : forall i o, nth_error w i = Some o ->
      match o with
      | Some x => g (N.of_nat (n - i)) = base st + x
      | None => g (N.of_nat (n - i)) < base st
      end).
    { intros [| i] o E; cbn in E.
      - injection E as <-. rewrite Nat.sub_0_r. now symmetry.
      - replace (n - Datatypes.S i)%nat with (n - 1 - i)%nat by lia. exact (window_right n st R i o E). }
    assert (Hold : forall v, (exists j, (j + k < Datatypes.S n)%nat /\ g (N.of_nat j) = v) <->
      (exists j, (j + k < n)%nat /\ g (N.of_nat j) = v) \/ (k <= n /\ g (N.of_nat (n - k)) = v)%nat).
    { intros v. split.
      - intros (j & Hj & E). destruct (Nat.eq_dec (j + k) n) as [<- | ?].
        + right. split; [lia |]. now replace (j + k - k)%nat with j by lia.
        + left. exists j. split; [lia | assumption].
      - intros [(j & ? & ?) | [? ?]]; [exists j | exists (n - k)%nat]; split; (assumption || lia). }
    assert (F : forall i o, nth_error (firstn k w) i = Some o -> nth_error w i = Some o).
    { intros i o. apply nth_error_firstn_some. }
    assert (Lf : length (firstn k w) = Nat.min (Datatypes.S n) k) by (rewrite firstn_length; lia).
    unfold enter. fold w. destruct (nth_error w k) as [[y |] |] eqn:E.
    - constructor; cbn [base met window]; [assumption | |].
      + intros i o H. replace (Datatypes.S n - 1 - i)%nat with (n - i)%nat by lia. now apply Hw, F.
      + intros v. rewrite Hold, (met_right n st R v). pose proof (Hw k _ E) as Hy. cbv beta iota in Hy.
        assert (Hk : (k <= n)%nat).
        { assert (k < length w)%nat by (apply nth_error_Some; congruence). lia. }
        destruct (N.lt_ge_cases v (base st)) as [L | L]; [split; left; try left; assumption |].
        destruct (N.eq_dec (v - base st) y) as [X | X].
        * rewrite X, N.setbit_eq. split; [right; split; [assumption | reflexivity] |].
          intros _. right. split; [assumption | lia].
        * rewrite N.setbit_neq by (intros ->; now apply X). split.
          -- intros [H | [_ H]]; [assumption | lia].
          -- intros H. now left.
    - constructor; cbn [base met window]; [assumption | |].
      + intros i o H. replace (Datatypes.S n - 1 - i)%nat with (n - i)%nat by lia. now apply Hw, F.
      + intros v. rewrite Hold, (met_right n st R v). pose proof (Hw k _ E) as Hy. cbv beta iota in Hy.
        split; [intros [? | [_ <-]]; [assumption | now left] | intros ?; now left].
    - constructor; cbn [base met window]; [assumption | |].
      + intros i o H. replace (Datatypes.S n - 1 - i)%nat with (n - i)%nat by lia. now apply Hw, F.
      + intros v. rewrite Hold, (met_right n st R v). apply nth_error_None in E.
        split; [intros [? | [? _]]; [assumption | lia] | intros ?; now left].
  Qed.

  Lemma next_right fuel n st x st' : right n st -> next fuel st = Some (x, st') ->
    base st + x = g (N.of_nat n) /\ right (Datatypes.S n) st'.
  Proof.
    unfold next. intros R E. destruct (search _ _ _) as [y |] eqn:Ey; [| discriminate].
    injection E as <- <-. pose proof (value_right fuel n st y R Ey) as V.
    split; [assumption |]. now apply raise_right, enter_right.
  Qed.

  Lemma run_right fuel count : forall st known, run fuel count = Some (st, known) ->
    right count st /\ length known = count /\
    forall i v, nth_error known i = Some v -> v = g (N.of_nat (count - 1 - i)).
  Proof.
    induction count as [| c IH]; cbn [run]; intros st known E.
    - injection E as <- <-. split; [constructor; cbn [base met window] | split].
      + reflexivity.
      + intros [|] ? ?; discriminate.
      + intros v. rewrite N.bits_0. split; [intros (j & ? & _) | intros [? | [_ ?]]]; (lia || discriminate).
      + reflexivity.
      + intros [|] ? ?; discriminate.
    - destruct (run fuel c) as [[st0 known0] |] eqn:Er; [| discriminate].
      destruct (next fuel st0) as [[x st1] |] eqn:En; [| discriminate]. injection E as <- <-.
      destruct (IH _ _ eq_refl) as (R & L & K). destruct (next_right _ _ _ _ _ R En) as [V R1].
      split; [assumption |]. split; [cbn; congruence |]. intros [| i] v Hv; cbn in Hv.
      + injection Hv as <-. now replace (Datatypes.S c - 1 - 0)%nat with c by lia.
      + rewrite (K i v Hv). do 2 f_equal. lia.
  Qed.

  (** * A state that is the same but for [base] *)

  Lemma raise_shift fuel e : forall b m w,
    raise fuel (State (b + e) m w) =
    let st := raise fuel (State b m w) in State (base st + e) (met st) (window st).
  Proof.
    induction fuel as [| f IH]; cbn [raise]; intros b m w; [reflexivity |].
    cbn [met]. destruct (N.testbit m 0); [| reflexivity]. cbn [base met window].
    replace (b + e + 1) with (b + 1 + e) by lia. apply IH.
  Qed.

  Lemma next_shift fuel e b m w x st' : next fuel (State b m w) = Some (x, st') ->
    next fuel (State (b + e) m w) = Some (x, State (base st' + e) (met st') (window st')).
  Proof.
    unfold next. cbn [met window]. destruct (search _ _ _) as [y |]; [| discriminate].
    intros [= <- <-]. do 2 f_equal. unfold enter. cbn [window base met].
    destruct (nth_error _ k) as [[z |] |]; cbn [met]; apply raise_shift.
  Qed.

  Lemma step_shift fuel e n n' st st' known known' st1 known1 :
    run fuel n = Some (st, known) -> run fuel n' = Some (st', known') ->
    st' = State (base st + e) (met st) (window st) ->
    run fuel (Datatypes.S n) = Some (st1, known1) ->
    exists known1', run fuel (Datatypes.S n') =
      Some (State (base st1 + e) (met st1) (window st1), known1').
  Proof.
    intros E E' -> E1. cbn [run] in *. rewrite E in E1. rewrite E'.
    destruct st as [b m w]. cbn [base met window] in *.
    destruct (next fuel (State b m w)) as [[x st2] |] eqn:En; [| discriminate].
    injection E1 as <- <-. rewrite (next_shift _ e _ _ _ _ _ En). eauto.
  Qed.

  Lemma run_before fuel a b st : run fuel (a + b) = Some st -> exists st', run fuel a = Some st'.
  Proof.
    revert st. induction b as [| b IH]; intros st E; [rewrite Nat.add_0_r in E; eauto |].
    rewrite Nat.add_succ_r in E. cbn [run] in E.
    destruct (run fuel (a + b)) as [st' |]; [now apply (IH st') | discriminate].
  Qed.

  Lemma repeats fuel e p r st st' known known' :
    (1 <= p)%nat -> run fuel r = Some (st, known) -> run fuel (r + p) = Some (st', known') ->
    st' = State (base st + e) (met st) (window st) ->
    forall d, exists st1 known1 known1', run fuel (r + d) = Some (st1, known1) /\
      run fuel (r + p + d) = Some (State (base st1 + e) (met st1) (window st1), known1').
  Proof.
    intros Hp E E' Hs d. induction d as [d IH] using (well_founded_induction lt_wf).
    destruct d as [| d].
    - rewrite !Nat.add_0_r. subst st'. eauto.
    - assert (X : exists st1, run fuel (r + Datatypes.S d) = Some st1).
      { destruct (Nat.le_gt_cases (Datatypes.S d) p) as [L | L].
        - apply (run_before fuel _ (p - Datatypes.S d) (st', known')).
          now replace (r + Datatypes.S d + (p - Datatypes.S d))%nat with (r + p)%nat by lia.
        - destruct (IH (Datatypes.S d - p)%nat ltac:(lia)) as (? & ? & ? & _ & X).
          replace (r + p + (Datatypes.S d - p))%nat with (r + Datatypes.S d)%nat in X by lia. eauto. }
      destruct X as [[st1 known1] E1]. destruct (IH d ltac:(lia)) as (st0 & known0 & known0' & E0 & E0').
      rewrite Nat.add_succ_r in E1. destruct (step_shift fuel e _ _ _ _ _ _ _ _ E0 E0' eq_refl E1) as (k1 & E2).
      rewrite !Nat.add_succ_r. eauto.
  Qed.

  Definition entry_dec (a b : option N) : {a = b} + {a <> b}.
  Proof. decide equality. apply N.eq_dec. Defined.

  (** Whether the state before heap [r + p] is that before heap [r], raised by [e], and the values
      from [a] to [r] are raised by [e] as well. *)
  Definition shows_growth (a p e r : N) : bool :=
    match run bound (N.to_nat r), run bound (N.to_nat r + N.to_nat p) with
    | Some (st, known), Some (st', known') =>
        (1 <=? p) && (base st' =? base st + e) && (met st' =? met st)
        && (if list_eq_dec entry_dec (window st') (window st) then true else false)
        && agree (N.to_nat (r - a)) known' (map (N.add e) known)
    | _, _ => false
    end.

  Theorem all_but_growth a p e r : shows_growth a p e r = true ->
    forall n, a <= n -> g (n + p) = g n + e.
  Proof.
    unfold shows_growth. destruct (run _ (N.to_nat r)) as [[st known] |] eqn:E; [| discriminate].
    destruct (run _ (_ + _)) as [[st' known'] |] eqn:E'; [| discriminate].
    rewrite !andb_true_iff. intros [[[[Hp Hb] Hm] Hw] Ha] n Hn.
    apply N.leb_le in Hp. apply N.eqb_eq in Hb, Hm.
    destruct (list_eq_dec entry_dec (window st') (window st)) as [Hw' | _]; [| discriminate].
    assert (Hs : st' = State (base st + e) (met st) (window st)).
    { destruct st'. cbn [base met window] in *. congruence. }
    destruct (N.lt_ge_cases n r) as [L | L].
    - destruct (run_right _ _ _ _ E) as (_ & _ & K). destruct (run_right _ _ _ _ E') as (_ & _ & K').
      destruct (agree_right _ _ _ Ha (N.to_nat (r - 1 - n)) ltac:(lia)) as (v & Hv & Hv').
      apply K' in Hv. rewrite nth_error_map in Hv'.
      destruct (nth_error known _) as [u |] eqn:Eu; [| discriminate]. cbn [option_map] in Hv'.
      injection Hv' as Hv'. apply K in Eu.
      replace (N.of_nat (N.to_nat r + N.to_nat p - 1 - N.to_nat (r - 1 - n))) with (n + p) in Hv by lia.
      replace (N.of_nat (N.to_nat r - 1 - N.to_nat (r - 1 - n))) with n in Eu by lia. lia.
    - assert (Hp' : (1 <= N.to_nat p)%nat) by lia. set (d := N.to_nat (n - r)).
      destruct (repeats _ e _ _ _ _ _ _ Hp' E E' Hs d) as (st1 & k1 & k1' & E1 & E1').
      destruct (repeats _ e _ _ _ _ _ _ Hp' E E' Hs (Datatypes.S d)) as (st2 & k2 & k2' & E2 & _).
      destruct (run_right _ _ _ _ E1) as (R1 & _). destruct (run_right _ _ _ _ E1') as (R1' & _).
      rewrite Nat.add_succ_r in E2. cbn [run] in E2. rewrite E1 in E2.
      destruct (next bound st1) as [[x st3] |] eqn:En; [| discriminate].
      destruct (next_right _ _ _ _ _ R1 En) as [V _]. destruct st1 as [b m w].
      destruct (next_right _ _ _ _ _ R1' (next_shift _ e _ _ _ _ _ En)) as [V' _].
      cbn [base] in V, V'.
      replace (N.of_nat (N.to_nat r + d)) with n in V by lia.
      replace (N.of_nat (N.to_nat r + N.to_nat p + d)) with (n + p) in V' by lia. lia.
  Qed.
End Game.
