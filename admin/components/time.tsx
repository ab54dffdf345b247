import { useEffect, useState } from 'react';
import { common as t, formatExactTime, formatPrecise, formatRelative, formatTime } from '../texts/common';

/** The current time, renewed while something on the screen depends on it. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** A time in words, exact in its tooltip; `relative` counts from now. */
export function Time({
  at,
  relative = false,
  seconds = false,
}: {
  at: string | null;
  relative?: boolean;
  seconds?: boolean;
}) {
  const now = useNow(relative ? 1000 * 20 : 3_600_000);
  if (at === null) return <>{t.never}</>;
  return (
    <time dateTime={at} title={formatExactTime(at)} className="svc-nowrap">
      {relative ? formatRelative(at, now) : seconds ? formatPrecise(at) : formatTime(at)}
    </time>
  );
}
