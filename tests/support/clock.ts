import type { Clock } from '../../lib/host';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  constructor(private ms = Date.parse('2026-03-01T10:00:00.250Z')) {}

  now(): number {
    return this.ms;
  }

  /** Moves by this many seconds. */
  advance(seconds: number): void {
    this.ms += seconds * 1000;
  }
}
