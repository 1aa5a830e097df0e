/**
 * Challenges and claims of one alias, as ownership's page has them: written by hand, in plain values, to be compared with
 * the service after every step. It shares no code with it.
 */
export type Reply = 'ok' | 'identity_not_active' | 'alias_taken' | 'alias_in_cooldown' | 'absent' | 'closed'

export type NaiveClaim = {
  who: number
  kind: 'ownership' | 'portability'
  state: 'pending' | 'queued' | 'open' | 'awaiting' | 'completed' | 'cancelled' | 'expired'
  reason: string | null
  /** Proofs so far, and when the first and the last of them came: of two claims the one that was proved first goes first. */
  proved: boolean
  provedAt: number
  dueAt: number
  provedTwice: boolean
  donor: number | null
  /** True from a proof until the worker processes the claim. */
  due: boolean
  /** True when the last proof is older than a day. */
  isStale: boolean
  /** True once the claim waits for a proof after the donor's cooldown ended. */
  hasCooled: boolean
}

export type Question = { claim: number; who: number; purpose: 'claim' | 'contest'; isOpen: boolean; left: number }

export class NaiveClaims {
  readonly type: string
  /** One flag for each party: its identity is active. */
  active = [true, true, true]
  holder: { who: number; isProved: boolean } | null = null
  /** The released alias, which keeps its proof until the cooldown ends. */
  cooling: { who: number; isExpired: boolean; isProved: boolean } | null = null
  /** The claim that has the reservation. */
  taker: number | null = null
  claims: NaiveClaim[] = []
  questions: Question[] = []
  barred = new Set<number>()
  proofs = 0

  constructor(type: string) {
    this.type = type
  }

  isRunning = (claim: NaiveClaim) => ['pending', 'queued', 'open', 'awaiting'].includes(claim.state)

  create(who: number): Reply {
    if (!this.active[who]) return 'identity_not_active'
    if (this.holder) return 'alias_taken'
    if (this.cooling && !this.cooling.isExpired) return this.cooling.who === who ? 'alias_in_cooldown' : 'alias_taken'
    if (this.cooling && this.taker !== null) return 'alias_taken'
    this.cooling = null
    this.holder = { who, isProved: false }
    return 'ok'
  }

  release(): void {
    this.cooling = { ...this.holder!, isExpired: false }
    this.holder = null
  }

  /** @returns the claim's number */
  claim(who: number, kind: NaiveClaim['kind']): number | Reply {
    if (!this.active[who]) return 'identity_not_active'
    const running = this.claims.findIndex((claim) => claim.who === who && this.isRunning(claim))
    if (running >= 0) return running
    const fresh = { proved: false, provedTwice: false, provedAt: 0, dueAt: 0, donor: null, due: false }
    const since = { isStale: false, hasCooled: false }
    return this.claims.push({ who, kind, state: 'pending', reason: null, ...fresh, ...since }) - 1
  }

  /** The code of a claimer, or of a donor who contests. */
  ask(who: number, at: number): Reply {
    const claim = this.claims[at]!
    const purpose = claim.who === who ? 'claim' : 'contest'
    if (purpose === 'contest' && claim.donor !== who) return 'absent'
    const isTaken =
      purpose === 'contest'
        ? claim.state === 'open'
        : (claim.state === 'pending' && !claim.proved) || (claim.state === 'awaiting' && !claim.provedTwice)
    if (!isTaken) return 'closed'
    for (const question of this.questions)
      if (question.claim === at && question.purpose === purpose) question.isOpen = false
    this.questions.push({ claim: at, who, purpose, isOpen: true, left: 5 })
    return 'ok'
  }

  answer(number: number, isRight: boolean): 'met' | 'pending' | 'failed' | 'closed' {
    const question = this.questions[number]!
    const claim = this.claims[question.claim]!
    const isTaken =
      question.purpose === 'contest' ? claim.state === 'open' : claim.state === 'pending' || claim.state === 'awaiting'
    if (!question.isOpen || !isTaken) return 'closed'
    if (!isRight) {
      question.left--
      if (question.left === 0) question.isOpen = false
      return question.left === 0 ? 'failed' : 'pending'
    }
    question.isOpen = false
    if (question.purpose === 'contest') {
      if (this.holder && this.taker === question.claim) this.holder.isProved = true
      this.barred.add(claim.who)
      this.end(question.claim, 'cancelled', 'contested')
      return 'met'
    }
    claim.dueAt = ++this.proofs
    if (claim.state === 'awaiting') claim.provedTwice = true
    else Object.assign(claim, { proved: true, provedAt: claim.dueAt })
    claim.due = true
    claim.isStale = false
    return 'met'
  }

  confirm(who: number, at: number): Reply {
    const claim = this.claims[at]!
    if (claim.who === who || claim.donor !== who) return 'absent'
    if (claim.state !== 'open' && claim.state !== 'awaiting') return 'closed'
    this.complete(at, 'donor')
    return 'ok'
  }

  refuse(who: number, at: number): Reply {
    const claim = this.claims[at]!
    if (claim.who === who || claim.donor !== who) return 'absent'
    if (claim.state !== 'open' || claim.kind !== 'portability') return 'closed'
    this.end(at, 'cancelled', 'refused')
    return 'ok'
  }

  cancel(who: number, at: number): Reply {
    const claim = this.claims[at]!
    if (claim.who !== who) return 'absent'
    if (!this.isRunning(claim)) return 'closed'
    this.end(at, 'cancelled', 'withdrawn')
    return 'ok'
  }

  /** The worker, once: what was proved is looked at, what waits for nothing any more too, one after the other. */
  work(): void {
    for (;;) {
      const places = this.claims.map((claim, at) => this.placeOf(claim, at))
      const first = Math.min(...places)
      if (first === Number.POSITIVE_INFINITY) return
      const at = places.indexOf(first)
      const claim = this.claims[at]!
      claim.due = false
      this.turn(at)
    }
  }

  /** A claim that has the reservation goes on with its donor; any other is looked at. */
  private turn(at: number): void {
    const claim = this.claims[at]!
    if (this.taker !== at) this.look(at)
    else if (claim.provedTwice) this.complete(at)
    else this.wait(at, true)
  }

  /** Another proof is waited for. */
  private wait(at: number, hasCooled: boolean): void {
    Object.assign(this.claims[at]!, { state: 'awaiting', provedTwice: false, hasCooled })
    this.closeQuestions(at)
  }

  /** A day goes by, for proofs. */
  age(): void {
    for (const claim of this.claims) claim.isStale = true
  }

  private placeOf({ state, due, provedAt, dueAt, hasCooled }: NaiveClaim, at: number): number {
    // After the donor's cooldown the claim waits for a proof.
    if (this.taker === at && this.cooling?.isExpired && !hasCooled) return 0
    if (state === 'queued' && this.taker === null) return provedAt
    return due && (state === 'pending' || state === 'awaiting') ? dueAt : Number.POSITIVE_INFINITY
  }

  /** Expires the current state of a claim. */
  runOut(at: number): void {
    const claim = this.claims[at]!
    if (claim.state === 'pending') {
      if (claim.proved) this.look(at)
      else this.end(at, 'expired', null)
    } else if (claim.state === 'queued') this.look(at)
    else if (this.taker === at && this.cooling && !this.cooling.isExpired) return
    else if (claim.state === 'open') this.silence(at)
    else if (claim.state === 'awaiting') {
      if (claim.provedTwice) this.turn(at)
      else this.end(at, 'cancelled', 'second_proof_missing')
    }
  }

  private silence(at: number) {
    const claim = this.claims[at]!
    if (this.isStill(claim)) return
    if (claim.kind === 'portability') return this.end(at, 'cancelled', 'donor_silent')
    this.wait(at, claim.hasCooled)
  }

  private look(at: number) {
    const claim = this.claims[at]!
    if (this.barred.has(claim.who)) return this.end(at, 'cancelled', 'contested')
    if (!this.active[claim.who]) return this.end(at, 'cancelled', 'identity_not_active')
    const isFree = !this.holder && (!this.cooling || (this.cooling.isExpired && this.taker === null))
    if (isFree) {
      if (claim.isStale) {
        this.wait(at, false)
        return
      }
      this.cooling = null
      this.holder = { who: claim.who, isProved: true }
      return this.end(at, 'completed', null)
    }
    const whose = this.holder?.who ?? this.cooling!.who
    if (whose === claim.who) return this.end(at, 'cancelled', 'own_alias')
    if (this.taker !== null) {
      Object.assign(claim, { state: 'queued', provedTwice: false, provedAt: claim.dueAt })
      return
    }
    const stands = this.type !== 'phone' && (this.holder ?? this.cooling!).isProved
    if (claim.kind === 'ownership' && stands) return this.end(at, 'cancelled', 'refused')
    Object.assign(claim, { state: 'open', provedTwice: false, hasCooled: false })
    claim.donor = whose
    this.taker = at
  }

  /** True while an inactive donor holds the alias: it loses nothing. A released alias no longer belongs to it. */
  isStill = (claim: NaiveClaim): boolean => this.holder !== null && !this.active[claim.donor!]

  /** Completes a claim. A donor that confirms has answered, even while suspended. */
  private complete(at: number, by: 'worker' | 'donor' = 'worker') {
    const claim = this.claims[at]!
    if (by === 'worker' && this.isStill(claim)) return
    if (!this.active[claim.who]) return this.end(at, 'cancelled', 'identity_not_active')
    if (this.cooling && !this.cooling.isExpired) return
    if (claim.isStale) {
      if (by === 'worker' || claim.state === 'open') this.wait(at, this.cooling !== null)
      return
    }
    this.cooling = null
    this.holder = { who: claim.who, isProved: true }
    this.end(at, 'completed', null)
    for (const [other, { state }] of this.claims.entries())
      if (state === 'queued') this.end(other, 'cancelled', 'superseded')
  }

  private end(at: number, state: 'completed' | 'cancelled' | 'expired', reason: string | null): void {
    Object.assign(this.claims[at]!, { state, reason, due: false })
    if (this.taker === at) this.taker = null
    this.closeQuestions(at)
  }

  private closeQuestions(at: number): void {
    for (const question of this.questions) if (question.claim === at) question.isOpen = false
  }
}
