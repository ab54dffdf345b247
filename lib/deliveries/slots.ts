/** Milliseconds of an attempt after which it counts as slow: an error that comes at once keeps nobody waiting. */
const SLOW = 1000;
/** Attempts under way at the most, as a multiple of those that are not slow. */
const AT_MOST = 4;

export interface SlotLimits {
  /** Attempts under way that are not slow. */
  readonly total: number;
  /** Attempts under way in one lane. */
  readonly perLane: number;
  /** Of the total, kept for first attempts of fresh submissions. */
  readonly reserved: number;
}

/**
 * How many attempts this process makes at once.
 *
 * - A lane has a bound of its own; so a dead receiver holds no more than its lane's share.
 * - An attempt that takes longer than a second leaves the common bound: however many receivers hang, the others find
 *   a slot at the latest a second later.
 * - A lane that has not answered quickly yet gets one slot, so that a thousand dead receivers hold a thousand slots at
 *   first sight, not four thousand. A slow one gets more only while slow lanes hold less than half of the bound.
 * - A part of both bounds is kept for first attempts, which so never wait behind a backlog.
 */
export class Slots {
  private readonly lanes = new Map<number, { pace: 'unknown' | 'fast' | 'slow'; taken: number }>();
  private total = 0;
  private slow = 0;

  /** @param freed called when a slot may have become free without being given back */
  constructor(
    private readonly limits: SlotLimits,
    private readonly freed: () => void,
  ) {}

  /** Slots that a lane has taken. */
  taken(lane: number): number {
    return this.lanes.get(lane)?.taken ?? 0;
  }

  /** True for a lane whose last attempt was answered quickly. */
  isFast(lane: number): boolean {
    return this.lanes.get(lane)?.pace === 'fast';
  }

  /** Free slots of a lane: what may be started there now. */
  free(lane: number, kind: 'fresh' | 'backlog'): number {
    const { total, perLane, reserved } = this.limits;
    const { pace, taken } = this.lanes.get(lane) ?? { pace: 'unknown', taken: 0 };
    const kept = kind === 'backlog' ? { total: reserved, lane: perLane > 1 ? 1 : 0 } : { total: 0, lane: 0 };
    // The last multiples are for lanes known to be quick, and for first attempts.
    const most = AT_MOST - (pace === 'fast' ? 0 : 1) - (kind === 'fresh' ? 0 : 1);
    const all = Math.min(total - kept.total - (this.total - this.slow), total * most - this.total);
    const bound = pace === 'fast' || (pace === 'slow' && this.slow < total / 2) ? perLane - kept.lane : 1;
    return Math.max(0, Math.min(all, bound - taken));
  }

  /**
   * Takes a slot.
   * @returns gives it back, once; `answered` tells that the attempt has come to an end by itself, so that its time says
   * something about the lane
   */
  take(lane: number): (answered: boolean) => void {
    const entry = this.lanes.get(lane) ?? { pace: 'unknown', taken: 0 };
    this.lanes.set(lane, entry);
    entry.taken++;
    this.total++;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      entry.pace = 'slow';
      this.slow++;
      this.freed();
    }, SLOW).unref();
    return (answered) => {
      clearTimeout(timer);
      entry.taken--;
      this.total--;
      if (isSlow) this.slow--;
      else if (answered) entry.pace = 'fast';
    };
  }
}
