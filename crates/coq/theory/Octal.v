(** Octal games, the periodicity theorem of Guy and Smith, and a verified table of values. *)

Require Import NArith Arith List Lia Bool MSetPositive.
Require Import Mexlab.Heaps.
Import ListNotations.
Open Scope N_scope.

(** * The games *)

(** All divisions of [m] stones into two heaps, none of them empty. *)
Definition divisions (m : N) : list (list N) :=
  map (fun a => [a; m - a]) (filter (fun a => 0 <? a) (first m)).

(** What a digit allows where [m] stones are left: 1 to leave no heap, 2 to leave one heap, 4 to leave
    two heaps, none of them empty. *)
Definition leave (digit m : N) : list (list N) :=
  (if N.testbit digit 0 && (m =? 0) then [[]] else []) ++
  (if N.testbit digit 1 && (0 <? m) then [[m]] else []) ++
  (if N.testbit digit 2 then divisions m else []).

(** The moves that take [t], [t + 1], ... stones of [n], one digit for each. *)
Fixpoint taking (t : N) (digits : list N) (n : N) : list (list N) :=
  match digits with
  | [] => []
  | d :: rest => (if t <=? n then leave d (n - t) else []) ++ taking (t + 1) rest n
  end.

(** [octal 0 [7; 7]] is the game 0.77: the digit before the point allows divisions (4) or nothing
    (0), the digits behind it say what may be left after 1, 2, ... stones are taken. *)
Definition octal (before : N) (digits : list N) : game := fun n =>
  (if N.testbit before 2 then divisions n else []) ++ taking 1 digits n.

(** ** Their moves in other words *)

Definition divided (m : N) (o : list N) : Prop := exists a b, 1 <= a /\ 1 <= b /\ a + b = m /\ o = [a; b].

Lemma divisions_In m o : In o (divisions m) <-> divided m o.
Proof.
  unfold divisions, divided. rewrite in_map_iff. split.
  - intros (a & <- & H). apply filter_In in H. destruct H as [H1 H2].
    apply first_In in H1. apply N.ltb_lt in H2. exists a, (m - a). repeat split; lia.
  - intros (a & b & Ha & Hb & <- & ->). exists a. split; [do 2 f_equal; lia |].
    apply filter_In. split; [apply first_In; lia | apply N.ltb_lt; lia].
Qed.

Definition left_by (digit m : N) (o : list N) : Prop :=
  (N.testbit digit 0 = true /\ m = 0 /\ o = []) \/
  (N.testbit digit 1 = true /\ 0 < m /\ o = [m]) \/
  (N.testbit digit 2 = true /\ divided m o).

Lemma leave_In d m o : In o (leave d m) <-> left_by d m o.
Proof.
  unfold leave, left_by. rewrite !in_app_iff.
  destruct (N.testbit d 0), (N.testbit d 1), (N.testbit d 2), (N.eqb_spec m 0), (N.ltb_spec 0 m);
    cbn [andb In]; rewrite ?divisions_In; intuition (try lia; try congruence).
Qed.

Lemma taking_In digits : forall t n o, In o (taking t digits n) <->
  exists i d, nth_error digits i = Some d /\ t + N.of_nat i <= n /\
    left_by d (n - (t + N.of_nat i)) o.
Proof.
  induction digits as [| d digits IH]; intros t n o; cbn [taking].
  - split; [intros [] | intros ([|] & ? & ? & _); discriminate].
  - rewrite in_app_iff, IH. split.
    + intros [H | (i & e & Hi & Hn & H)].
      * destruct (N.leb_spec t n) as [Ht | _]; [| destruct H]. apply leave_In in H.
        exists O, d. rewrite N.add_0_r. repeat split; assumption.
      * exists (S i), e. replace (t + N.of_nat (S i)) with (t + 1 + N.of_nat i) by lia.
        repeat split; assumption.
    + intros ([| i] & e & Hi & Hn & H).
      * cbn in Hi. injection Hi as <-. rewrite N.add_0_r in *. left.
        destruct (N.leb_spec t n) as [Ht | ?]; [now apply leave_In | lia].
      * right. exists i, e. replace (t + N.of_nat (S i)) with (t + 1 + N.of_nat i) in * by lia.
        repeat split; assumption.
Qed.

(** A move of an octal game takes [t] stones. *)
Definition octal_move (before : N) (digits : list N) (n : N) (o : list N) : Prop :=
  (N.testbit before 2 = true /\ divided n o) \/
  exists i d, nth_error digits i = Some d /\ 1 + N.of_nat i <= n /\ left_by d (n - (1 + N.of_nat i)) o.

Lemma octal_In before digits n o : In o (octal before digits n) <-> octal_move before digits n o.
Proof.
  unfold octal, octal_move. rewrite in_app_iff, taking_In.
  destruct (N.testbit before 2); [rewrite divisions_In |]; cbn [In]; intuition congruence.
Qed.

Lemma octal_lowers before digits : lowers (octal before digits).
Proof.
  intros n o h Ho Hh. apply octal_In in Ho.
  destruct Ho as [[_ (a & b & ? & ? & ? & ->)] | (i & d & _ & ? & H)].
  - destruct Hh as [<- | [<- | []]]; lia.
  - destruct H as [(_ & _ & ->) | [(_ & ? & ->) | (_ & a & b & ? & ? & ? & ->)]].
    + destruct Hh.
    + destruct Hh as [<- | []]; lia.
    + destruct Hh as [<- | [<- | []]]; lia.
Qed.

Section Game.
  Variables (before : N) (digits : list N).
  Let G := octal before digits.
  Let g := grundy G.
  Let k := N.of_nat (length digits).

  Lemma g_mex n : g n = mex (map (fun o => nimsum (map g o)) (G n)).
  Proof. apply grundy_mex, octal_lowers. Qed.

  (** * Guy and Smith *)

  (** What one of two heaps becomes when [p] stones are added or removed. *)
  Lemma divided_shift a p m : 2 * a + p <= m ->
    (forall h, a <= h -> h < m -> g (h + p) = g h) ->
    (forall o, divided m o -> exists o', divided (m + p) o' /\ nimsum (map g o') = nimsum (map g o)).
  Proof.
    intros Hm Hp o (x & y & Hx & Hy & E & ->). destruct (N.le_gt_cases a x) as [L | L].
    - exists [x + p; y]. split; [exists (x + p), y; repeat split; lia |].
      cbn [map nimsum]. rewrite Hp by lia. reflexivity.
    - exists [x; y + p]. split; [exists x, (y + p); repeat split; lia |].
      cbn [map nimsum]. rewrite Hp by lia. reflexivity.
  Qed.

  Lemma divided_shift_back a p m : 1 <= a -> 2 * a + p <= m ->
    (forall h, a <= h -> h < m -> g (h + p) = g h) ->
    (forall o, divided (m + p) o -> exists o', divided m o' /\ nimsum (map g o') = nimsum (map g o)).
  Proof.
    intros Ha Hm Hp o (x & y & Hx & Hy & E & ->). destruct (N.le_gt_cases (a + p) x) as [L | L].
    - exists [x - p; y]. split; [exists (x - p), y; repeat split; lia |].
      cbn [map nimsum]. rewrite <- (Hp (x - p)) by lia. now replace (x - p + p) with x by lia.
    - exists [x; y - p]. split; [exists x, (y - p); repeat split; lia |].
      cbn [map nimsum]. rewrite <- (Hp (y - p)) by lia. now replace (y - p + p) with y by lia.
  Qed.

  Theorem guy_smith a p : 1 <= a ->
    (forall n, a <= n -> n < 2 * a + p + k -> g (n + p) = g n) ->
    forall n, a <= n -> g (n + p) = g n.
  Proof.
    intros Ha Hp n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
    destruct (N.lt_ge_cases n (2 * a + p + k)) as [L | L]; [now apply Hp |].
    assert (Hh : forall h, a <= h -> h < n -> g (h + p) = g h) by (intros; now apply IH).
    assert (Hi : forall i d, nth_error digits i = Some d -> 1 + N.of_nat i <= k).
    { intros i d E. assert (X : (i < length digits)%nat) by (apply nth_error_Some; congruence).
      unfold k. lia. }
    rewrite (g_mex n), (g_mex (n + p)). apply mex_same. intros x. rewrite !in_map_iff. unfold G. split.
    - intros (o & <- & Ho). apply octal_In in Ho.
      assert (R : exists o', octal_move before digits n o' /\ nimsum (map g o') = nimsum (map g o)).
      { destruct Ho as [[B D] | (i & d & Ei & Ei2 & H)].
        - destruct (divided_shift_back a p n Ha ltac:(lia) ltac:(intros; apply Hh; lia) o D) as (o' & ? & ?).
          exists o'. split; [left; split |]; assumption.
        - specialize (Hi i d Ei). set (t := 1 + N.of_nat i) in *.
          destruct H as [(_ & ? & _) | [(B & _ & ->) | (B & D)]]; [lia | |].
          + exists [n - t]. split.
            * right. exists i, d. fold t. repeat split; [assumption | lia |]. right. left.
              repeat split; [assumption | lia].
            * cbn [map nimsum]. rewrite <- (Hh (n - t)) by lia.
              now replace (n - t + p) with (n + p - t) by lia.
          + replace (n + p - t) with (n - t + p) in D by lia.
            destruct (divided_shift_back a p (n - t) Ha ltac:(lia) ltac:(intros; apply Hh; lia) o D)
              as (o' & ? & ?).
            exists o'. split; [| assumption]. right. exists i, d. fold t.
            repeat split; [assumption | lia |]. right. right. split; assumption. }
      destruct R as (o' & M & E). exists o'. split; [assumption | now apply octal_In].
    - intros (o & <- & Ho). apply octal_In in Ho.
      assert (R : exists o', octal_move before digits (n + p) o' /\ nimsum (map g o') = nimsum (map g o)).
      { destruct Ho as [[B D] | (i & d & Ei & Ei2 & H)].
        - destruct (divided_shift a p n ltac:(lia) ltac:(intros; apply Hh; lia) o D) as (o' & ? & ?).
          exists o'. split; [left; split |]; assumption.
        - specialize (Hi i d Ei). set (t := 1 + N.of_nat i) in *.
          destruct H as [(_ & ? & _) | [(B & _ & ->) | (B & D)]]; [lia | |].
          + exists [n + p - t]. split.
            * right. exists i, d. fold t. repeat split; [assumption | lia |]. right. left.
              repeat split; [assumption | lia].
            * cbn [map nimsum]. rewrite <- (Hh (n - t)) by lia.
              now replace (n - t + p) with (n + p - t) by lia.
          + destruct (divided_shift a p (n - t) ltac:(lia) ltac:(intros; apply Hh; lia) o D)
              as (o' & D' & ?).
            exists o'. split; [| assumption]. right. exists i, d. fold t.
            replace (n - t + p) with (n + p - t) in D' by lia.
            repeat split; [assumption | lia |]. right. right. split; assumption. }
      destruct R as (o' & M & E). exists o'. split; [assumption | now apply octal_In].
  Qed.

  (** * The table

      Heaps are valued in order. The values known are a list, the last one first; with its reverse
      it gives all nim-sums of two heaps that are [n] together. These sets are kept for the last
      few [n]. *)

  (** A set of numbers: whether 0 is in it, and the others. *)
  Definition set := (bool * PositiveSet.t)%type.
  Definition empty : set := (false, PositiveSet.empty).

  Definition member (x : N) (s : set) : bool :=
    match x with
    | 0 => fst s
    | N.pos q => PositiveSet.mem q (snd s)
    end.

  Definition add (x : N) (s : set) : set :=
    match x with
    | 0 => (true, snd s)
    | N.pos q => if PositiveSet.mem q (snd s) then s else (fst s, PositiveSet.add q (snd s))
    end.

  Lemma member_empty x : member x empty = false.
  Proof. now destruct x as [| []]. Qed.

  Lemma member_add x y s : member x (add y s) = true <-> x = y \/ member x s = true.
  Proof.
    destruct x as [| q], y as [| r]; cbn.
    - intuition.
    - destruct (PositiveSet.mem r (snd s)); cbn; intuition discriminate.
    - intuition discriminate.
    - destruct (PositiveSet.mem r (snd s)) eqn:E.
      + split; [now right | intros [H |]; [injection H as -> |]; assumption].
      + cbn. rewrite !PositiveSet.mem_spec, PositiveSet.add_spec.
        split; intros [H | H]; intuition congruence.
  Qed.

  (** Adds the nim-sums of the first [half] entries of the lists. *)
  Fixpoint pairs (half : nat) (vs ws : list N) (s : set) : option set :=
    match half with
    | O => Some s
    | S h =>
        match vs, ws with
        | v :: vs', w :: ws' => pairs h vs' ws' (add (N.lxor v w) s)
        | _, _ => None
        end
    end.

  Lemma pairs_member half : forall vs ws s s', pairs half vs ws s = Some s' ->
    forall x, member x s' = true <-> member x s = true \/
      exists i v w, (i < half)%nat /\ nth_error vs i = Some v /\ nth_error ws i = Some w /\ x = N.lxor v w.
  Proof.
    induction half as [| h IH]; cbn [pairs]; intros vs ws s s' E x.
    - injection E as <-. split; [now left |]. intros [? | (i & ? & ? & ? & _)]; [assumption | lia].
    - destruct vs as [| v vs]; [discriminate |]. destruct ws as [| w ws]; [discriminate |].
      rewrite (IH _ _ _ _ E), member_add. split.
      + intros [[-> | ?] | (i & a & b & ? & ? & ? & ->)].
        * right. exists O, v, w. repeat split. lia.
        * now left.
        * right. exists (S i), a, b. repeat split; [lia | assumption | assumption].
      + intros [? | ([| i] & a & b & ? & Ea & Eb & ->)].
        * left. now right.
        * cbn in Ea, Eb. left. left. congruence.
        * right. exists i, a, b. repeat split; [lia | assumption | assumption].
  Qed.

  (** Before heap [n] is valued: the values of [n - 1], ..., 0; some first ones of those of 1, 2, ...;
      the sets of [n - 1], [n - 2], ...; the half of [n], rounded down, and whether [n] is odd. *)
  Record state := State
    { known : list N; ahead : list N; sets : list set; half : nat; is_odd : bool }.

  (** The nim-sums of two heaps that are [n] together, and the first values used. *)
  Definition sums (st : state) : option (set * list N) :=
    match pairs (half st) (known st) (ahead st) empty with
    | Some s => Some (s, ahead st)
    | None =>
        let further := tl (rev (known st)) in
        match pairs (half st) (known st) further empty with
        | Some s => Some (s, further)
        | None => None
        end
    end.

  (** Whether taking stones as the digits say leads to the value [x]. *)
  Fixpoint leads (x : N) (ds : list N) (vs : list N) (ss : list set) : bool :=
    match ds, vs with
    | d :: ds', v :: vs' =>
        match vs' with
        | [] => N.testbit d 0 && (x =? 0)
        | _ => N.testbit d 1 && (x =? v)
        end
        || (N.testbit d 2 && member x (hd empty ss))
        || leads x ds' vs' (tl ss)
    | _, _ => false
    end.

  Definition next (fuel : nat) (st : state) : option state :=
    match sums st with
    | None => None
    | Some (s, further) =>
        let is_led x := (N.testbit before 2 && member x s) || leads x digits (known st) (sets st) in
        match search fuel 0 is_led with
        | None => None
        | Some v =>
            Some (State (v :: known st) further (firstn (length digits) (s :: sets st))
              (if is_odd st then S (half st) else half st) (negb (is_odd st)))
        end
    end.

  Fixpoint run (fuel count : nat) : option state :=
    match count with
    | O => Some (State [] [] [] O false)
    | S c =>
        match run fuel c with
        | Some st => next fuel st
        | None => None
        end
    end.

  (** ** It is right *)

  Definition is_sums (m : N) (s : set) : Prop := forall x,
    member x s = true <-> exists o, divided m o /\ x = nimsum (map g o).

  Record right (n : nat) (st : state) : Prop := Right
    { known_length : length (known st) = n;
      known_right : forall i v, nth_error (known st) i = Some v -> v = g (N.of_nat (n - 1 - i));
      ahead_right : forall i v, nth_error (ahead st) i = Some v -> v = g (N.of_nat (1 + i));
      sets_right : forall i, (i < n)%nat -> (i < length digits)%nat ->
        is_sums (N.of_nat (n - 1 - i)) (nth i (sets st) empty);
      half_right : half st = Nat.div2 n;
      odd_right : is_odd st = Nat.odd n }.

  Lemma pairs_right n st ws s : right n st ->
    (forall i v, nth_error ws i = Some v -> v = g (N.of_nat (1 + i))) ->
    pairs (half st) (known st) ws empty = Some s -> is_sums (N.of_nat n) s.
  Proof.
    intros R Hw E x. rewrite (pairs_member _ _ _ _ _ E), member_empty.
    rewrite (half_right n st R) in *.
    assert (D : (2 * Nat.div2 n <= n < 2 * Nat.div2 n + 2)%nat).
    { pose proof (Nat.div2_odd n) as D. destruct (Nat.odd n); cbn [Nat.b2n] in D; lia. }
    split.
    - intros [? | (i & v & w & Hi & Ev & Ew & ->)]; [discriminate |].
      apply (known_right n st R) in Ev. apply Hw in Ew. subst.
      exists [N.of_nat (n - 1 - i); N.of_nat (1 + i)]. split.
      + eexists _, _. repeat split; lia.
      + cbn [map nimsum]. now rewrite N.lxor_0_r.
    - intros (o & (a & b & Ha & Hb & Ab & ->) & ->). right.
      assert (W : forall c d, 1 <= c -> c <= d -> c + d = N.of_nat n ->
        exists i v w, (i < Nat.div2 n)%nat /\ nth_error (known st) i = Some v /\
          nth_error ws i = Some w /\ N.lxor (g c) (g d) = N.lxor v w).
      { intros c d Hc Hcd Hs. set (i := N.to_nat (c - 1)).
        assert (Hi : (i < Nat.div2 n)%nat) by lia.
        assert (P : exists v w, nth_error (known st) i = Some v /\ nth_error ws i = Some w).
        { clear - E Hi. revert Hi E. generalize (known st) as vs, ws, empty, i.
          induction (Nat.div2 n) as [| h IH]; intros vs us s0 j Hj E; [lia |].
          cbn [pairs] in E. destruct vs as [| v vs]; [discriminate |].
          destruct us as [| u us]; [discriminate |].
          destruct j as [| j]; [now exists v, u |]. apply (IH vs us _ j ltac:(lia) E). }
        destruct P as (v & w & Ev & Ew). exists i, v, w. repeat split; try assumption.
        apply (known_right n st R) in Ev. apply Hw in Ew. subst v w.
        replace (N.of_nat (n - 1 - i)) with d by lia. replace (N.of_nat (1 + i)) with c by lia.
        apply N.lxor_comm. }
      cbn [map nimsum]. rewrite N.lxor_0_r. destruct (N.le_gt_cases a b) as [L | L].
      + apply W; assumption.
      + rewrite N.lxor_comm. apply W; lia.
  Qed.

  Lemma sums_right n st s further : right n st -> sums st = Some (s, further) ->
    is_sums (N.of_nat n) s /\
    (forall i v, nth_error further i = Some v -> v = g (N.of_nat (1 + i))).
  Proof.
    unfold sums. intros R E. destruct (pairs _ _ (ahead st) _) as [s0 |] eqn:P.
    - injection E as <- <-. pose proof (ahead_right n st R). split; [| assumption].
      eapply pairs_right; eassumption.
    - destruct (pairs _ _ (tl _) _) as [s1 |] eqn:Q; [| discriminate]. injection E as <- <-.
      assert (F : forall i v, nth_error (tl (rev (known st))) i = Some v -> v = g (N.of_nat (1 + i))).
      { intros i v Hv. rewrite nth_error_tl in Hv. apply nth_error_back in Hv. destruct Hv as [Hi Hv].
        apply (known_right n st R) in Hv. rewrite (known_length n st R) in *. subst v. f_equal. lia. }
      split; [| assumption]. eapply pairs_right; eassumption.
  Qed.

  Lemma leads_right x ds : forall n vs ss,
    length vs = n ->
    (forall i v, nth_error vs i = Some v -> v = g (N.of_nat (n - 1 - i))) ->
    (forall i, (i < n)%nat -> (i < length ds)%nat -> is_sums (N.of_nat (n - 1 - i)) (nth i ss empty)) ->
    leads x ds vs ss = true <-> exists i d o, nth_error ds i = Some d /\ 1 + N.of_nat i <= N.of_nat n /\
      left_by d (N.of_nat n - (1 + N.of_nat i)) o /\ x = nimsum (map g o).
  Proof.
    induction ds as [| d ds IH]; intros n vs ss Hl Hv Hs.
    - cbn [leads]. split; [discriminate | intros ([|] & ? & ? & ? & _); discriminate].
    - destruct vs as [| v vs].
      + cbn [leads]. cbn in Hl. split; [discriminate | intros (i & ? & ? & _ & ? & _); lia].
      + destruct n as [| n]; [discriminate |]. cbn in Hl.
        assert (Hvs : forall i w, nth_error vs i = Some w -> w = g (N.of_nat (n - 1 - i))).
        { intros i w Hw. rewrite (Hv (S i) w Hw). do 2 f_equal. lia. }
        assert (Hss : forall i, (i < n)%nat -> (i < length ds)%nat ->
          is_sums (N.of_nat (n - 1 - i)) (nth i (tl ss) empty)).
        { intros i Hi Hd. specialize (Hs (S i) ltac:(lia) ltac:(cbn; lia)).
          replace (n - 1 - i)%nat with (S n - 1 - S i)%nat by lia.
          replace (nth i (tl ss) empty) with (nth (S i) ss empty); [assumption |].
          destruct ss; [now destruct i | reflexivity]. }
        specialize (IH n vs (tl ss) ltac:(lia) Hvs Hss).
        specialize (Hv O v eq_refl). replace (S n - 1 - 0)%nat with n in Hv by lia.
        specialize (Hs O ltac:(lia) ltac:(cbn; lia)). replace (S n - 1 - 0)%nat with n in Hs by lia.
        assert (H0 : nth 0 ss empty = hd empty ss) by now destruct ss.
        rewrite H0 in Hs. specialize (Hs x).
        assert (Here : (exists o, left_by d (N.of_nat n) o /\ x = nimsum (map g o)) <->
          (match vs with [] => N.testbit d 0 && (x =? 0) | _ => N.testbit d 1 && (x =? v) end
            || (N.testbit d 2 && member x (hd empty ss))) = true).
        { rewrite orb_true_iff, andb_true_iff, Hs. split.
          - intros (o & [(B & Z & ->) | [(B & Z & ->) | (B & D)]] & ->).
            + left. destruct vs as [| w vs]; [| cbn in Hl; lia]. now rewrite B.
            + left. destruct vs as [| w vs]; [cbn in Hl; lia |]. rewrite B. cbn [map nimsum andb].
              rewrite N.lxor_0_r, Hv. apply N.eqb_refl.
            + right. split; [assumption |]. now exists o.
          - intros [H | (B & o & D & ->)].
            + destruct vs as [| w vs].
              * apply andb_true_iff in H. destruct H as [B E]. apply N.eqb_eq in E. subst x.
                exists []. split; [| reflexivity]. left. cbn in Hl. repeat split; [assumption | lia].
              * apply andb_true_iff in H. destruct H as [B E]. apply N.eqb_eq in E. subst x.
                exists [N.of_nat n]. cbn in Hl. split.
                -- right. left. repeat split; [assumption | lia].
                -- cbn [map nimsum]. now rewrite N.lxor_0_r.
            + exists o. split; [| reflexivity]. right. right. split; assumption. }
        cbn [leads]. rewrite orb_true_iff, <- Here, IH. split.
        * intros [(o & L & ->) | (i & e & o & Ei & Hi & L & ->)].
          -- exists O, d, o. repeat split; [lia |].
             replace (N.of_nat (S n) - (1 + N.of_nat 0)) with (N.of_nat n) by lia. assumption.
          -- exists (S i), e, o. repeat split; [assumption | lia |].
             replace (N.of_nat (S n) - (1 + N.of_nat (S i))) with (N.of_nat n - (1 + N.of_nat i)) by lia.
             assumption.
        * intros ([| i] & e & o & Ei & Hi & L & ->).
          -- left. exists o. cbn in Ei. injection Ei as <-. split; [| reflexivity].
             replace (N.of_nat (S n) - (1 + N.of_nat 0)) with (N.of_nat n) in L by lia. assumption.
          -- right. exists i, e, o. repeat split; [assumption | lia |].
             replace (N.of_nat (S n) - (1 + N.of_nat (S i))) with (N.of_nat n - (1 + N.of_nat i)) in L
               by lia. assumption.
  Qed.

  Lemma next_right fuel n st st' : right n st -> next fuel st = Some st' -> right (S n) st'.
  Proof.
    intros R. unfold next. destruct (sums st) as [[s further] |] eqn:Es; [| discriminate].
    destruct (sums_right n st s further R Es) as [Hs Hf].
    destruct (search _ _ _) as [v |] eqn:Ev; [| discriminate]. intros [= <-].
    apply search_right in Ev. cbv beta in Ev. destruct Ev as [Hv Hb].
    assert (Led : forall x, (N.testbit before 2 && member x s) || leads x digits (known st) (sets st) = true
      <-> In x (map (fun o => nimsum (map g o)) (G (N.of_nat n)))).
    { intros x. rewrite orb_true_iff, andb_true_iff, (Hs x), in_map_iff.
      rewrite (leads_right x digits n (known st) (sets st)
        (known_length n st R) (known_right n st R) (sets_right n st R)).
      unfold G. split.
      - intros [(B & o & D & ->) | (i & d & o & Ei & Hi & L & ->)].
        + exists o. split; [reflexivity |]. apply octal_In. left. split; assumption.
        + exists o. split; [reflexivity |]. apply octal_In. right. exists i, d. repeat split; assumption.
      - intros (o & <- & Ho). apply octal_In in Ho. destruct Ho as [(B & D) | (i & d & Ei & Hi & L)].
        + left. split; [assumption |]. now exists o.
        + right. exists i, d, o. repeat split; assumption. }
    assert (V : v = g (N.of_nat n)).
    { rewrite g_mex. symmetry. apply mex_unique.
      - rewrite <- Led, Hv. discriminate.
      - intros x Hx. apply Led, Hb; lia. }
    constructor; cbn [known ahead sets half is_odd].
    - cbn. now rewrite (known_length n st R).
    - intros [| i] w E; cbn in E.
      + injection E as <-. now replace (S n - 1 - 0)%nat with n by lia.
      + rewrite (known_right n st R i w E). do 2 f_equal. lia.
    - assumption.
    - intros i Hi Hd.
      assert (C : forall l : list set, nth i (firstn (length digits) l) empty = nth i l empty).
      { intros l. clear - Hd. revert i l Hd. induction (length digits) as [| m IH]; intros i l Hd; [lia |].
        destruct l as [| y l]; [reflexivity |]. destruct i as [| i]; [reflexivity |].
        cbn. apply IH. lia. }
      rewrite C. destruct i as [| i]; cbn [nth].
      + now replace (S n - 1 - 0)%nat with n by lia.
      + replace (S n - 1 - S i)%nat with (n - 1 - i)%nat by lia. apply (sets_right n st R); lia.
    - rewrite (half_right n st R), (odd_right n st R).
      pose proof (Nat.div2_odd n) as D. pose proof (Nat.div2_odd (S n)) as E.
      rewrite Nat.odd_succ, <- Nat.negb_odd in E. destruct (Nat.odd n); cbn [negb Nat.b2n] in *; lia.
    - rewrite (odd_right n st R), Nat.odd_succ. now rewrite <- Nat.negb_odd.
  Qed.

  Lemma run_right fuel count : forall st, run fuel count = Some st -> right count st.
  Proof.
    induction count as [| c IH]; cbn [run]; intros st E.
    - injection E as <-. constructor; try reflexivity; cbn.
      + intros [|] ? ?; discriminate.
      + intros [|] ? ?; discriminate.
      + lia.
    - destruct (run fuel c) as [st0 |]; [| discriminate]. eapply next_right; [now apply IH | eassumption].
  Qed.

  (** * Periods decided by computation *)

  (** Whether the values of the first heaps show the period [p] from [a] on, as far as is needed. *)
  Definition shows_period (a p : N) : bool :=
    let count := 2 * N.max a 1 + 2 * p + k in
    match run bound (N.to_nat count) with
    | None => false
    | Some st => agree (N.to_nat (count - p - a)) (known st) (skipn (N.to_nat p) (known st))
    end.

  Theorem octal_period a p : shows_period a p = true -> forall n, a <= n -> g (n + p) = g n.
  Proof.
    unfold shows_period. set (b := N.max a 1). set (count := 2 * b + 2 * p + k).
    destruct (run _ _) as [st |] eqn:E; [| discriminate]. intros H. apply run_right in E.
    assert (P : forall n, a <= n -> n < 2 * b + p + k -> g (n + p) = g n).
    { intros n Hn Hl. set (i := N.to_nat (count - 1 - p - n)).
      destruct (agree_right _ _ _ H i ltac:(lia)) as (v & Hv & Hw).
      rewrite nth_error_skipn in Hw.
      apply (known_right _ st E) in Hv. apply (known_right _ st E) in Hw.
      replace (N.of_nat (N.to_nat count - 1 - i)) with (n + p) in Hv by lia.
      replace (N.of_nat (N.to_nat count - 1 - (N.to_nat p + i))) with n in Hw by lia.
      congruence. }
    intros n Hn. destruct (N.eq_dec n 0) as [-> | ?]; [apply P; lia |].
    apply (guy_smith b p); [lia | | lia]. intros m ? ?. apply P; lia.
  Qed.

  Theorem octal_outcomes a p : shows_period a p = true ->
    forall n, a <= n -> (won G [n + p] <-> won G [n]).
  Proof.
    intros E n Hn. unfold G. rewrite !won_iff by apply octal_lowers. cbn [map nimsum].
    rewrite !N.lxor_0_r. fold G. fold g. now rewrite (octal_period a p E n Hn).
  Qed.
End Game.
