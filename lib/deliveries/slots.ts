/**
 * How many attempts this process makes at once: a bound over all and one for each lane, so that a dead receiver can
 * hold no more than its lane's share. A part of both is kept for first attempts of fresh submissions, which so never
 * wait behind a backlog; and lanes that are slow share one half of all, so that however many receivers hang, the
 * others find a slot.
 */
export class Slots {
  private readonly taken = new Map<number, number>();
  private readonly slow = new Set<number>();
  private total = 0;

  constructor(private readonly limits: { total: number; perLane: number; reserved: number }) {}

  /** Free slots of a lane: what may be started there now. */
  free(lane: number, kind: 'fresh' | 'backlog'): number {
    const { total, perLane, reserved } = this.limits;
    const kept = kind === 'backlog' ? { total: reserved, lane: perLane > 1 ? 1 : 0 } : { total: 0, lane: 0 };
    const all = total - kept.total - this.total;
    const own = perLane - kept.lane - (this.taken.get(lane) ?? 0);
    const shared = this.slow.has(lane) ? Math.max(1, Math.floor(total / 2)) - this.takenBySlow() : all;
    return Math.max(0, Math.min(all, own, shared));
  }

  take(lane: number): void {
    this.total++;
    this.taken.set(lane, (this.taken.get(lane) ?? 0) + 1);
  }

  give(lane: number): void {
    this.total--;
    const left = (this.taken.get(lane) ?? 1) - 1;
    if (left > 0) this.taken.set(lane, left);
    else this.taken.delete(lane);
  }

  /** Notes whether the last attempt of a lane took long. */
  note(lane: number, slow: boolean): void {
    if (slow) this.slow.add(lane);
    else this.slow.delete(lane);
  }

  private takenBySlow(): number {
    let count = 0;
    for (const [lane, slots] of this.taken) if (this.slow.has(lane)) count += slots;
    return count;
  }
}
