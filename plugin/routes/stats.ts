import { isAllowed } from '../../lib/access/request-access';
import { CAPABILITIES } from '../../lib/access/capability';
import { siteStats } from '../../lib/stats/site-stats';
import { statsQuery, type MeBody } from '../../schema/api/stats';
import { endpoint } from '../http/endpoint';
import { problem } from '../http/problem';

/** GET /me */
export const getMe = endpoint({
  summary: 'Who is asking, and what they may do',
  async handle({ context, user }) {
    if (!user) return problem('rest_forbidden');
    const capabilities: string[] = [];
    for (const capability of CAPABILITIES)
      if (await isAllowed(context, user, [capability])) capabilities.push(capability);
    const webhooks = context.host.entitlements.has('webhooks');
    const { retryDelays, pauseAfterDays } = context.options;
    return {
      ...{ login: user.login, capabilities, webhooks },
      ...{ retry_delays: retryDelays, pause_after_days: pauseAfterDays },
    } satisfies MeBody;
  },
});

/** GET /stats */
export const getStats = endpoint({
  summary: 'Submissions and deliveries by day, and what waits for somebody',
  query: statsQuery,
  async handle({ context, query, user }) {
    const withDeliveries = user !== null && (await isAllowed(context, user, ['manage_webhooks']));
    return siteStats(context, { days: query.days, utcOffset: query.utc_offset, withDeliveries });
  },
});
