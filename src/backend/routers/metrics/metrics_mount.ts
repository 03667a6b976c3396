import type { Deps } from '@/backend/services/deps';
import { renderMetrics } from '@/backend/services/orchestrator/render_metrics';
import type { Mount } from '../web/create_listener';

/** For Prometheus, with the owner's cookie: numbers about one's work are nobody else's business. */
export function metricsMount(deps: Pick<Deps, 'store' | 'clock' | 'reconciler'>): Mount {
  return {
    prefix: '/api/metrics',
    zone: 'owner',
    async handle(_req, res) {
      const text = await renderMetrics(deps);
      res.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8');
      res.end(text);
    },
  };
}
