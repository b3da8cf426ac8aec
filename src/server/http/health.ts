import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Application } from '../application'
import type { Config } from '../config'
import { WriteProbe } from './write-probe'

/**
 * Registers liveness, readiness and metrics. Liveness and readiness answer from memory and metrics need a token, so that
 * a stranger cannot overload the server with them.
 */
export function registerHealth(http: FastifyInstance, app: Application, config: Config): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requestSeconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer by endpoint',
    labelNames: ['endpoint', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  new Gauge({
    name: 'job_seconds',
    help: 'Time that a job has worked since the start',
    labelNames: ['job'],
    registers: [registry],
    collect() {
      for (const [job, seconds] of app.jobSeconds) this.labels(job).set(seconds)
    },
  })
  http.addHook('onResponse', (request, reply, done) => {
    const name = request.routeOptions.config?.endpoint?.name
    const seconds = reply.elapsedTime / 1000
    if (name) requestSeconds.labels(name, String(reply.statusCode)).observe(seconds)
    if (name && config.shouldLogRequests)
      request.log.info(
        {
          op: name,
          user: request.person?.userName,
          status: reply.statusCode,
          ms: Math.round(seconds * 1000),
        },
        'request',
      )
    done()
  })
  const probe = new WriteProbe(app.db, config.dataDir, app.log)
  http.addHook('onReady', () => probe.probe())
  http.addHook('onClose', async () => probe.stop())
  http.get('/healthz', () => ({ ok: true }))
  http.get('/readyz', (_request, reply) => {
    const health = probe.getHealth()
    return reply.status(health.ok ? 200 : 503).send({
      ...health,
      // Jobs that still have work; null until every job has run once.
      behind: app.jobBacklog.hasEveryJobRun ? [...app.jobBacklog.jobs] : null,
      // Progress of loading the demonstration plant; null once it is loaded or if there is none.
      history: app.history.progress,
    })
  })
  // Metrics need a token. A local address proves nothing, because a proxy may forward anybody's request.
  http.get('/metrics', async (request, reply) => {
    const authorization = request.headers.authorization ?? ''
    if (!config.metricsToken || !isEqualInConstantTime(authorization, `Bearer ${config.metricsToken}`))
      return reply.status(404).send({ ok: false })
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const isEqualInConstantTime = (actual: string, expected: string): boolean =>
  timingSafeEqual(sha256(actual), sha256(expected))
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
