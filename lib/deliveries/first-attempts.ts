/** First attempts remembered for a lane while it has no slot; the rest is read from the table when these are started. */
const REMEMBERED_PER_LANE = 8;

/**
 * First attempts of fresh submissions that wait in this process for a slot: in order within a lane, the lanes in turn.
 * A bound for each lane, so that one form's submissions never push out another's.
 */
export class FirstAttempts {
  private readonly lanes = new Map<number, string[]>();
  /** Lanes with more in the table than is remembered here. */
  private readonly overflowing = new Set<number>();

  /** Remembers one, or that there are more in the table. @returns true when the lane begins to have more */
  add(lane: number, id: string): boolean {
    const waiting = this.lanes.get(lane) ?? [];
    if (waiting.length < REMEMBERED_PER_LANE && !this.overflowing.has(lane)) {
      waiting.push(id);
      this.lanes.set(lane, waiting);
      return false;
    }
    const begins = !this.overflowing.has(lane);
    this.overflowing.add(lane);
    return begins;
  }

  /** Lanes whose remembered ones are all started, while the table has more. Each is named once, until it is filled. */
  takeEmptied(): number[] {
    const emptied = [...this.overflowing].filter((lane) => !this.lanes.has(lane));
    emptied.forEach((lane) => this.overflowing.delete(lane));
    return emptied;
  }

  /** How many of a lane are read from the table at once. */
  get batch(): number {
    return REMEMBERED_PER_LANE;
  }

  /** Puts in what the table had; as much as asked for means that there may be more. */
  fill(lane: number, ids: string[]): void {
    this.overflowing.delete(lane);
    for (const id of ids) this.add(lane, id);
    if (ids.length >= REMEMBERED_PER_LANE) this.overflowing.add(lane);
  }

  /** The lanes that wait, those served longest ago first. */
  waiting(): number[] {
    return [...this.lanes.keys()];
  }

  /** Takes out the oldest of a lane; the lane goes behind the others. */
  take(lane: number): string | undefined {
    const waiting = this.lanes.get(lane) ?? [];
    const id = waiting.shift();
    this.lanes.delete(lane);
    if (waiting.length > 0) this.lanes.set(lane, waiting);
    return id;
  }

  clear(): void {
    this.lanes.clear();
    this.overflowing.clear();
  }
}
