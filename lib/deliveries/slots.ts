/**
 * How many attempts this process makes at once: a bound over all and one for each lane, so that a dead receiver can
 * hold no more than its lane's share. A part of both is kept for first attempts of fresh submissions, which so never
 * wait behind a backlog.
 */
export class Slots {
  private readonly taken = new Map<number, number>();
  private total = 0;

  constructor(private readonly limits: { total: number; perLane: number; reserved: number }) {}

  /** Free slots of a lane: what may be started there now. */
  free(lane: number, kind: 'fresh' | 'backlog'): number {
    const { total, perLane, reserved } = this.limits;
    const kept = kind === 'backlog' ? { total: reserved, lane: perLane > 1 ? 1 : 0 } : { total: 0, lane: 0 };
    const all = total - kept.total - this.total;
    return Math.max(0, Math.min(all, perLane - kept.lane - (this.taken.get(lane) ?? 0)));
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

  get inFlight(): number {
    return this.total;
  }
}
