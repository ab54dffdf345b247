/** First attempts remembered for a lane while it has no slot; the rest is found in the table by the drain. */
const REMEMBERED_PER_LANE = 8;

/**
 * First attempts of fresh submissions that wait in this process for a slot: in order within a lane, the lanes in turn.
 * A bound for each lane, so that one form's submissions never push out another's.
 */
export class FirstAttempts {
  private readonly lanes = new Map<number, string[]>();

  /** @returns false when the lane has as many as are remembered already */
  add(lane: number, id: string): boolean {
    const waiting = this.lanes.get(lane) ?? [];
    if (waiting.length >= REMEMBERED_PER_LANE) return false;
    waiting.push(id);
    this.lanes.set(lane, waiting);
    return true;
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
  }
}
