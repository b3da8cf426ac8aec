import type { FastifyInstance } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Application } from '../application'
import type { Config } from '../config'
import { FileStoreProbe } from '../files/file-store-probe'
import { createMetrics } from './metrics'
import { runWithProbeTimeout, writeProbeFile } from './probe-folder'
import { WriteProbe } from './write-probe'

/**
 * Registers liveness, readiness and metrics. Liveness and readiness answer from memory and metrics need a token, so that
 * a stranger cannot overload the server with them.
 */
export function registerHealth(http: FastifyInstance, app: Application, config: Config): void {
  const metrics = createMetrics(app)
  http.addHook('onResponse', (request, reply, done) => {
    const name = request.routeOptions.config?.endpoint?.name
    const seconds = reply.elapsedTime / 1000
    if (name) metrics.observeRequest(name, reply.statusCode, seconds)
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
  // `WriteProbe` checks the folder of the embedded database.
  const fileStoreProbe = new FileStoreProbe(app.files.store, app.log, async () => {
    if (app.db.kind === 'postgres') await runWithProbeTimeout(writeProbeFile(config.dataDir))
  })
  http.addHook('onReady', () => Promise.all([probe.probe(), fileStoreProbe.probe()]).then(() => undefined))
  http.addHook('onClose', async () => {
    probe.stop()
    fileStoreProbe.stop()
  })
  http.get('/healthz', () => ({ ok: true }))
  http.get('/readyz', (_request, reply) => {
    const health = probe.getHealth()
    return reply.status(health.ok ? 200 : 503).send({
      ...health,
      // False while a new database is being written to disk. Pages are served meanwhile; writes are answered afterwards.
      durable: app.db.isDurable(),
      // Without the store everything but photos works, so the instance stays ready.
      files: fileStoreProbe.getHealth(),
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
    const { contentType, text } = await metrics.render()
    return reply.type(contentType).send(text)
  })
}

const isEqualInConstantTime = (actual: string, expected: string): boolean =>
  timingSafeEqual(sha256(actual), sha256(expected))
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
