(** Sums of heaps under normal and misere play, and the theorem of Sprague and Grundy. *)

Require Import NArith Arith List Lia Bool FinFun.
Import ListNotations.
Open Scope N_scope.

(** * Games *)

(** A game says for a heap of [n] what its moves leave: for every move the list of the heaps. *)
Definition game := N -> list (list N).

(** Moves leave smaller heaps only. *)
Definition lowers (G : game) : Prop := forall n o h, In o (G n) -> In h o -> h < n.

(** A position is a list of heaps; a move is made in one of them. *)
Inductive move (G : game) : list N -> list N -> Prop :=
  | here : forall n o rest, In o (G n) -> move G (n :: rest) (o ++ rest)
  | there : forall n rest rest', move G rest rest' -> move G (n :: rest) (n :: rest').

(** Normal play: who cannot move loses. *)
Inductive lost (G : game) : list N -> Prop :=
  | Lost : forall p, (forall q, move G p q -> won G q) -> lost G p
with won (G : game) : list N -> Prop :=
  | Won : forall p q, move G p q -> lost G q -> won G p.

(** Misere play: who cannot move wins. *)
Inductive misere_lost (G : game) : list N -> Prop :=
  | MisereLost : forall p q, move G p q -> (forall r, move G p r -> misere_won G r) -> misere_lost G p
with misere_won (G : game) : list N -> Prop :=
  | Stuck : forall p, (forall q, ~ move G p q) -> misere_won G p
  | MisereWon : forall p q, move G p q -> misere_lost G q -> misere_won G p.

(** * Values *)

Definition has (x : N) (l : list N) : bool := existsb (N.eqb x) l.

Fixpoint least (fuel : nat) (x : N) (l : list N) : N :=
  match fuel with
  | O => x
  | S k => if has x l then least k (N.succ x) l else x
  end.

(** The least number that is not in the list. *)
Definition mex (l : list N) : N := least (length l) 0 l.

Fixpoint nimsum (l : list N) : N :=
  match l with
  | [] => 0
  | x :: rest => N.lxor x (nimsum rest)
  end.

(** The table of the values of [k - 1], ..., 0. *)
Fixpoint table (G : game) (k : nat) : list N :=
  match k with
  | O => []
  | S j =>
      let t := table G j in
      let value h := nth (j - 1 - N.to_nat h) t 0 in
      mex (map (fun o => nimsum (map value o)) (G (N.of_nat j))) :: t
  end.

(** The value of a heap; [grundy_mex] says what it is. *)
Definition grundy (G : game) (n : N) : N := hd 0 (table G (S (N.to_nat n))).

(** ** The least number not in a list *)

Lemma has_In x l : has x l = true <-> In x l.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros (y & Hy & E). apply N.eqb_eq in E. now subst.
  - intros H. exists x. split; [assumption | apply N.eqb_refl].
Qed.

Lemma least_below fuel : forall x l,
  (forall y, y < x -> In y l) -> forall y, y < least fuel x l -> In y l.
Proof.
  induction fuel as [| k IH]; intros x l H y; cbn [least]; [apply H |].
  destruct (has x l) eqn:E; [| apply H].
  apply IH. intros z Hz. apply has_In in E.
  destruct (N.eq_dec z x) as [-> | ?]; [assumption | apply H; lia].
Qed.

Lemma least_stops fuel : forall x l,
  least fuel x l < x + N.of_nat fuel -> ~ In (least fuel x l) l.
Proof.
  induction fuel as [| k IH]; intros x l H; cbn [least] in *; [lia |].
  destruct (has x l) eqn:E.
  - apply IH. lia.
  - intros I. apply has_In in I. congruence.
Qed.

Lemma least_bound fuel : forall x l, least fuel x l <= x + N.of_nat fuel.
Proof.
  induction fuel as [| k IH]; intros x l; cbn [least]; [lia |].
  destruct (has x l); [specialize (IH (N.succ x) l) |]; lia.
Qed.

Definition first (k : N) : list N := map N.of_nat (seq 0 (N.to_nat k)).

Lemma first_In k x : In x (first k) <-> x < k.
Proof.
  unfold first. rewrite in_map_iff. split.
  - intros (y & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat x). split; [lia | apply in_seq; lia].
Qed.

Lemma first_NoDup k : NoDup (first k).
Proof. apply Injective_map_NoDup; [intros a b; lia | apply seq_NoDup]. Qed.

Lemma mex_below l x : x < mex l -> In x l.
Proof. apply least_below. lia. Qed.

Lemma mex_not_In l : ~ In (mex l) l.
Proof.
  intros H. destruct (N.lt_ge_cases (mex l) (N.of_nat (length l))) as [L | L].
  - now apply (least_stops (length l) 0 l).
  - assert (I : incl (first (mex l + 1)) l).
    { intros x Hx. apply first_In in Hx. destruct (N.eq_dec x (mex l)) as [-> | ?]; [assumption |].
      apply mex_below. lia. }
    pose proof (NoDup_incl_length (first_NoDup _) I) as B.
    unfold first in B. rewrite map_length, seq_length in B. lia.
Qed.

Lemma mex_unique l m : ~ In m l -> (forall x, x < m -> In x l) -> mex l = m.
Proof.
  intros Hm Hb. destruct (N.lt_trichotomy (mex l) m) as [H | [H | H]]; [| assumption |].
  - destruct (mex_not_In l). now apply Hb.
  - destruct Hm. now apply mex_below.
Qed.

Lemma mex_same l l' : (forall x, In x l <-> In x l') -> mex l = mex l'.
Proof.
  intros H. apply mex_unique.
  - rewrite H. apply mex_not_In.
  - intros x Hx. apply H. now apply mex_below.
Qed.

(** ** The values of heaps *)

Lemma table_length G k : length (table G k) = k.
Proof. induction k; cbn; congruence. Qed.

Lemma table_nth G k : forall h, (h < k)%nat ->
  nth (k - 1 - h) (table G k) 0 = grundy G (N.of_nat h).
Proof.
  induction k as [| k IH]; intros h Hh; [lia |].
  destruct (Nat.eq_dec h k) as [-> | ?].
  - replace (S k - 1 - k)%nat with O by lia. unfold grundy. now rewrite Nat2N.id.
  - replace (S k - 1 - h)%nat with (S (k - 1 - h)) by lia. apply IH. lia.
Qed.

(** The value of a heap is the mex of the nim-sums of the values of what its moves leave. *)
Theorem grundy_mex G : lowers G -> forall n,
  grundy G n = mex (map (fun o => nimsum (map (grundy G) o)) (G n)).
Proof.
  intros L n. unfold grundy at 1. cbn [table hd]. rewrite N2Nat.id.
  f_equal. apply map_ext_in. intros o Ho. f_equal. apply map_ext_in. intros h Hh.
  specialize (L n o h Ho Hh). rewrite table_nth by lia. f_equal. lia.
Qed.

(** Nothing else is. *)
Theorem grundy_unique G g : lowers G ->
  (forall n, g n = mex (map (fun o => nimsum (map g o)) (G n))) -> forall n, g n = grundy G n.
Proof.
  intros L Hg n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  rewrite Hg, grundy_mex by assumption. f_equal. apply map_ext_in. intros o Ho. f_equal.
  apply map_ext_in. intros h Hh. apply IH. eapply L; eassumption.
Qed.

(** ** Nim-sums *)

Lemma nimsum_app a b : nimsum (a ++ b) = N.lxor (nimsum a) (nimsum b).
Proof.
  induction a as [| x a IH]; cbn; [reflexivity |]. now rewrite IH, N.lxor_assoc.
Qed.

Lemma lxor_cancel a b c : N.lxor a b = N.lxor a c -> b = c.
Proof.
  intros H. rewrite <- (N.lxor_0_l b), <- (N.lxor_0_l c), <- (N.lxor_nilpotent a).
  now rewrite !N.lxor_assoc, H.
Qed.

Lemma lxor_cancel_r a b c : N.lxor b a = N.lxor c a -> b = c.
Proof. rewrite !(N.lxor_comm _ a). apply lxor_cancel. Qed.

Lemma bit_less a b k : N.testbit a k = false -> N.testbit b k = true ->
  (forall j, k < j -> N.testbit a j = N.testbit b j) -> a < b.
Proof.
  intros Ha Hb Hj.
  assert (E : N.div2 (N.shiftr a k) = N.div2 (N.shiftr b k)).
  { apply N.bits_inj. intros i. rewrite !N.div2_spec, !N.shiftr_spec by lia. apply Hj. lia. }
  assert (Oa : N.odd (N.shiftr a k) = false).
  { rewrite <- N.bit0_odd, N.shiftr_spec by lia. exact Ha. }
  assert (Ob : N.odd (N.shiftr b k) = true).
  { rewrite <- N.bit0_odd, N.shiftr_spec by lia. exact Hb. }
  pose proof (N.div2_odd (N.shiftr a k)) as Da. pose proof (N.div2_odd (N.shiftr b k)) as Db.
  rewrite Oa in Da. rewrite Ob in Db. cbn [N.b2n] in *.
  rewrite !N.shiftr_div_pow2 in *.
  destruct (N.lt_ge_cases a b) as [? | G]; [assumption |].
  pose proof (N.div_le_mono b a (2 ^ k) (N.pow_nonzero 2 k ltac:(lia)) G). lia.
Qed.

Lemma lxor_lowers h v : N.testbit h (N.log2 v) = true -> v <> 0 -> N.lxor h v < h.
Proof.
  intros Hh Hv. apply (bit_less _ _ (N.log2 v)); [| assumption |].
  - rewrite N.lxor_spec, Hh, N.bit_log2 by assumption. reflexivity.
  - intros j Hj. rewrite N.lxor_spec, (N.bits_above_log2 v j Hj). now destruct (N.testbit h j).
Qed.

Lemma nimsum_bit k l : N.testbit (nimsum l) k = true -> exists h, In h l /\ N.testbit h k = true.
Proof.
  induction l as [| x l IH]; cbn [nimsum In].
  - now rewrite N.bits_0.
  - rewrite N.lxor_spec. destruct (N.testbit x k) eqn:E; [eauto |].
    rewrite xorb_false_l. intros H. destruct (IH H) as (h & ? & ?). eauto.
Qed.

(** ** Sprague and Grundy *)

Section Sums.
  Variable G : game.
  Hypothesis L : lowers G.

  Definition value (p : list N) : N := nimsum (map (grundy G) p).

  Lemma value_app a b : value (a ++ b) = N.lxor (value a) (value b).
  Proof. unfold value. now rewrite map_app, nimsum_app. Qed.

  Lemma value_cons n p : value (n :: p) = N.lxor (grundy G n) (value p).
  Proof. reflexivity. Qed.

  Lemma value_changes p q : move G p q -> value q <> value p.
  Proof.
    induction 1 as [n o rest Ho | n rest rest' _ IH].
    - rewrite value_app, value_cons. intros E. apply lxor_cancel_r in E.
      rewrite grundy_mex in E by exact L.
      apply (mex_not_In (map (fun o => nimsum (map (grundy G) o)) (G n))).
      rewrite <- E. apply in_map_iff. now exists o.
    - rewrite !value_cons. intros E. now apply lxor_cancel in E.
  Qed.

  Lemma value_lowered p : forall n w, In n p -> w < grundy G n ->
    exists q, move G p q /\ value q = N.lxor (value p) (N.lxor (grundy G n) w).
  Proof.
    induction p as [| m p IH]; intros n w I Hw; [destruct I |].
    destruct I as [-> | I].
    - rewrite grundy_mex in Hw by exact L. apply mex_below, in_map_iff in Hw.
      destruct Hw as (o & <- & Ho). exists (o ++ p). split; [now constructor |].
      rewrite value_app, value_cons. unfold value.
      apply N.bits_inj. intros i. rewrite !N.lxor_spec.
      destruct (N.testbit (grundy G n) i), (N.testbit _ i), (N.testbit _ i); reflexivity.
    - destruct (IH n w I Hw) as (q & Hq & E). exists (m :: q). split; [now constructor |].
      now rewrite !value_cons, E, N.lxor_assoc.
  Qed.

  Lemma value_to_zero p : value p <> 0 -> exists q, move G p q /\ value q = 0.
  Proof.
    intros H. pose proof (N.bit_log2 _ H) as B.
    destruct (nimsum_bit _ _ B) as (g & Hg & Bg). apply in_map_iff in Hg.
    destruct Hg as (n & <- & Hn).
    destruct (value_lowered p n _ Hn (lxor_lowers _ _ Bg H)) as (q & Hq & E).
    exists q. split; [assumption |]. rewrite E.
    now rewrite <- (N.lxor_assoc (grundy G n)), N.lxor_nilpotent, N.lxor_0_l, N.lxor_nilpotent.
  Qed.

  (** Every play ends. *)
  Definition ends := Acc (fun q p => move G p q).

  Lemma move_app p : forall q r, move G (p ++ q) r ->
    (exists p', move G p p' /\ r = p' ++ q) \/ (exists q', move G q q' /\ r = p ++ q').
  Proof.
    induction p as [| n p IH]; cbn; intros q r M.
    - right. eauto.
    - inversion M as [? o ? Ho | ? ? r' M']; subst.
      + left. exists (o ++ p). split; [now constructor | apply app_assoc].
      + destruct (IH _ _ M') as [(p' & ? & ->) | (q' & ? & ->)].
        * left. exists (n :: p'). split; [now constructor | reflexivity].
        * right. eauto.
  Qed.

  Lemma ends_app p : ends p -> forall q, ends q -> ends (p ++ q).
  Proof.
    induction 1 as [p Hp IHp]. induction 1 as [q Hq IHq]. constructor. intros r M.
    destruct (move_app _ _ _ M) as [(p' & Mp & ->) | (q' & Mq & ->)].
    - apply IHp; [assumption | now constructor].
    - now apply IHq.
  Qed.

  Lemma ends_all p : (forall n, In n p -> ends [n]) -> ends p.
  Proof.
    induction p as [| n p IH]; intros H.
    - constructor. intros q M. inversion M.
    - change (n :: p) with ([n] ++ p). apply ends_app; [apply H; now left |].
      apply IH. intros m Hm. apply H. now right.
  Qed.

  Lemma ends_heap n : ends [n].
  Proof.
    induction n as [n IH] using (well_founded_induction N.lt_wf_0). constructor. intros q M.
    inversion M as [? o ? Ho | ? ? r M']; subst; [| inversion M'].
    rewrite app_nil_r. apply ends_all. intros h Hh. apply IH. eapply L; eassumption.
  Qed.

  Theorem play_ends p : ends p.
  Proof. apply ends_all. intros n _. apply ends_heap. Qed.

  Lemma not_both p : lost G p -> won G p -> False.
  Proof.
    induction (play_ends p) as [p _ IH]. intros Hl Hw.
    destruct Hl as [p Hl]. destruct Hw as [p q M Hq]. exact (IH q M Hq (Hl q M)).
  Qed.

  Lemma by_value p : (value p = 0 -> lost G p) /\ (value p <> 0 -> won G p).
  Proof.
    induction (play_ends p) as [p _ IH]. split; intros H.
    - constructor. intros q M. apply IH; [assumption |]. rewrite <- H. now apply value_changes.
    - destruct (value_to_zero p H) as (q & M & E). econstructor; [eassumption |]. now apply IH.
  Qed.

  (** A sum of heaps is lost exactly if the nim-sum of the values is zero. *)
  Theorem lost_iff p : lost G p <-> nimsum (map (grundy G) p) = 0.
  Proof.
    split; [| apply by_value]. intros H. destruct (N.eq_dec (value p) 0) as [? | V]; [assumption |].
    destruct (not_both p H). now apply by_value.
  Qed.

  Theorem won_iff p : won G p <-> nimsum (map (grundy G) p) <> 0.
  Proof.
    split; [| apply by_value]. intros H V. apply lost_iff in V. exact (not_both p V H).
  Qed.

  Lemma misere_not_both p : misere_lost G p -> misere_won G p -> False.
  Proof.
    induction (play_ends p) as [p _ IH]. intros Hl Hw.
    destruct Hl as [p q M H]. destruct Hw as [p S | p r Mr Hr].
    - exact (S q M).
    - exact (IH r Mr Hr (H r Mr)).
  Qed.

  (** Who wins is decided, if it is of what moves lead to. *)
  Lemma move_options p : exists l, forall q, In q l <-> move G p q.
  Proof.
    induction p as [| n p (l & IH)].
    - exists []. intros q. split; [intros [] | intros M; inversion M].
    - exists (map (fun o => o ++ p) (G n) ++ map (cons n) l). intros q.
      rewrite in_app_iff, !in_map_iff. split.
      + intros [(o & <- & I) | (r & <- & I)]; [now apply here | apply there; now apply IH].
      + intros M. inversion M as [? o ? I | ? ? r M']; subst; [left; eauto |].
        right. exists r. split; [reflexivity | now apply IH].
  Qed.

  Theorem misere_decided p : misere_lost G p \/ misere_won G p.
  Proof.
    induction (play_ends p) as [p _ IH]. destruct (move_options p) as (l & Hl).
    assert (D : (exists q, In q l /\ misere_lost G q) \/ (forall q, In q l -> misere_won G q)).
    { assert (I : forall q, In q l -> misere_lost G q \/ misere_won G q).
      { intros q Hq. now apply IH, Hl. }
      clear - I. induction l as [| q l IHl]; [right; intros q [] |].
      destruct (I q (or_introl eq_refl)) as [Q | Q]; [left; exists q; split; [now left | assumption] |].
      destruct IHl as [(r & Hr & R) | R].
      - intros r Hr. apply I. now right.
      - left. exists r. split; [now right | assumption].
      - right. intros r [<- | Hr]; [assumption | now apply R]. }
    destruct D as [(q & Hq & Q) | W].
    - right. apply (MisereWon _ _ q); [now apply Hl | assumption].
    - destruct l as [| q l].
      + right. apply Stuck. intros q M. now apply Hl in M.
      + left. apply (MisereLost _ _ q); [now apply Hl; left |]. intros r M. now apply W, Hl.
  Qed.
End Sums.

(** * Laws that have a period *)

Lemma by_period (q e : N -> N) a p : 1 <= p ->
  (forall n, a <= n -> q (n + p) = q n) -> (forall n, a <= n -> e (n + p) = e n) ->
  (forall n, n < a + p -> q n = e n) -> forall n, q n = e n.
Proof.
  intros Hp Hq He H n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  destruct (N.lt_ge_cases n (a + p)) as [L | L]; [now apply H |].
  replace n with (n - p + p) by lia. rewrite Hq, He by lia. apply IH. lia.
Qed.

Lemma mod_period n p m : m <> 0 -> p mod m = 0 -> (n + p) mod m = n mod m.
Proof.
  intros Hm Hp. rewrite <- N.add_mod_idemp_r, Hp by assumption. now rewrite N.add_0_r.
Qed.

(** Proves that a formula in [n] has a period: where [n] stands it does so before [mod], or it is
    compared with a number that it exceeds. *)
Ltac periodic :=
  let n := fresh "n" in
  let Hn := fresh in
  intros n Hn; cbv beta;
  repeat match goal with
  | |- context [(n + ?p) mod ?m] => rewrite (mod_period n p m) by easy
  | |- context [n + ?p =? ?c] =>
      rewrite (proj2 (N.eqb_neq (n + p) c)) by lia; rewrite (proj2 (N.eqb_neq n c)) by lia
  | |- context [n + ?p <=? ?c] =>
      rewrite (proj2 (N.leb_gt (n + p) c)) by lia; rewrite (proj2 (N.leb_gt n c)) by lia
  | |- context [n + ?p <? ?c] =>
      rewrite (proj2 (N.ltb_ge (n + p) c)) by lia; rewrite (proj2 (N.ltb_ge n c)) by lia
  | |- context [?c <=? n + ?p] =>
      rewrite (proj2 (N.leb_le c (n + p))) by lia; rewrite (proj2 (N.leb_le c n)) by lia
  | |- context [?c <? n + ?p] =>
      rewrite (proj2 (N.ltb_lt c (n + p))) by lia; rewrite (proj2 (N.ltb_lt c n)) by lia
  end;
  reflexivity.

(** * Lists compared *)

Fixpoint agree (count : nat) (vs ws : list N) : bool :=
  match count with
  | O => true
  | S c =>
      match vs, ws with
      | v :: vs', w :: ws' => (v =? w) && agree c vs' ws'
      | _, _ => false
      end
  end.

Lemma agree_right count : forall vs ws, agree count vs ws = true ->
  forall i, (i < count)%nat -> exists v, nth_error vs i = Some v /\ nth_error ws i = Some v.
Proof.
  induction count as [| c IH]; intros vs ws E i Hi; [lia |]. cbn [agree] in E.
  destruct vs as [| v vs]; [discriminate |]. destruct ws as [| w ws]; [discriminate |].
  apply andb_true_iff in E. destruct E as [E1 E2]. apply N.eqb_eq in E1. subst w.
  destruct i as [| i]; [now exists v |]. cbn. apply (IH vs ws E2). lia.
Qed.

Lemma nth_error_skipn {A} p : forall (l : list A) i, nth_error (skipn p l) i = nth_error l (p + i).
Proof.
  induction p as [| p IH]; intros l i; [reflexivity |].
  destruct l; [now destruct i | apply IH].
Qed.

Lemma nth_error_tl {A} (l : list A) i : nth_error (tl l) i = nth_error l (S i).
Proof. destruct l; [now destruct i | reflexivity]. Qed.

Lemma nth_error_back {A} (l : list A) i x : nth_error (rev l) i = Some x ->
  (i < length l)%nat /\ nth_error l (length l - 1 - i) = Some x.
Proof.
  intros E. assert (Hi : (i < length (rev l))%nat) by (apply nth_error_Some; congruence).
  rewrite rev_length in Hi. split; [assumption |].
  pose proof (nth_error_nth _ _ x E) as X. rewrite rev_nth in X by assumption.
  rewrite (nth_error_nth' _ x) by lia. f_equal. etransitivity; [| exact X]. f_equal. lia.
Qed.

(** Whether the list holds the values of [e] at [count - 1], ..., 0. *)
Definition follows (known : list N) (e : N -> N) (count : N) : bool :=
  agree (N.to_nat count) known (map e (rev (first count))).

Lemma first_nth count i : (i < N.to_nat count)%nat -> nth_error (first count) i = Some (N.of_nat i).
Proof.
  intros H. unfold first. apply map_nth_error.
  rewrite (nth_error_nth' _ O) by (rewrite seq_length; lia). now rewrite seq_nth.
Qed.

Lemma follows_right known (q e : N -> N) count : follows known e count = true ->
  (forall i, (i < N.to_nat count)%nat -> nth_error known i = Some (q (count - 1 - N.of_nat i))) ->
  forall n, n < count -> q n = e n.
Proof.
  intros E Hq n Hn. set (i := N.to_nat (count - 1 - n)).
  destruct (agree_right _ _ _ E i ltac:(lia)) as (v & Hv & Hw).
  rewrite Hq in Hv by lia. rewrite map_rev in Hw. apply nth_error_back in Hw.
  destruct Hw as [_ Hw]. rewrite map_length in Hw.
  assert (L : length (first count) = N.to_nat count).
  { unfold first. now rewrite map_length, seq_length. }
  rewrite L, (map_nth_error e _ _ (first_nth count (N.to_nat count - 1 - i) ltac:(lia))) in Hw.
  replace (count - 1 - N.of_nat i) with n in Hv by lia.
  replace (N.of_nat (N.to_nat count - 1 - i)) with n in Hw by lia. congruence.
Qed.

(** * Searching *)

(** The least number that is not led to, if it is below [x + fuel]. *)
Fixpoint search (fuel : nat) (x : N) (is_led : N -> bool) : option N :=
  match fuel with
  | O => None
  | S f => if is_led x then search f (N.succ x) is_led else Some x
  end.

Lemma search_right fuel : forall x is_led v, search fuel x is_led = Some v ->
  is_led v = false /\ forall y, x <= y -> y < v -> is_led y = true.
Proof.
  induction fuel as [| f IH]; cbn [search]; intros x is_led v E; [discriminate |].
  destruct (is_led x) eqn:H.
  - destruct (IH _ _ _ E) as [? B]. split; [assumption |]. intros y ? ?.
    destruct (N.eq_dec y x) as [-> | ?]; [assumption | apply B; lia].
  - injection E as <-. split; [assumption | lia].
Qed.

(** Values are looked for below this number. *)
Definition bound : nat := N.to_nat 65536.
