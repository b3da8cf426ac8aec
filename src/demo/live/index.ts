/** Live simulation of the demonstration plant: lines run, rolls are doffed and slit, stops open and get a reason. */
import { randomUUID } from 'node:crypto'
import type { Application } from '@/server/application'
import { sendSpeeds } from '@/plant/contract/line-speed'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { getSlotStart } from '@/areas/telemetry/rules/rollup'
import { MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { DEMO_SETTING, type DemoRecord } from '../demo-record'
import type { DemoLanguage } from '../bilingual-text'
import { findTouchedMachines, LiveCrew } from './crew'
import { insertPastSpeeds, SPEED_INTERVAL_MS, calculateLineSpeed, isStandingStill } from './line-speeds'
import { completeRepairs, explainStops } from './complete-repairs'
import { listLiveMeters, buildMeterReadings } from './meter-readings'
import { listLiveSlitters, advanceSlitter } from './slitters'
import { listLiveTags, buildTagReadings } from './tag-values'
import { listLiveWinders, advanceWinder, type LiveWinder } from './winders'

/** Readings are sent in small batches, as a gateway does. */
const SEND_INTERVAL_MS = 10_000
/** The crew acts at the machines on every third tick, at most one action per machine. */
const TICKS_PER_ACTION = 3
const LEASE_MS = 60_000
const READING_BATCH_SIZE = 2_000

/**
 * Starts the simulation on a running server; it makes the calls that people at the machines would make. Does nothing
 * if the database holds no demonstration. Returns a function that stops the simulation.
 */
export async function startLivePlant(app: Application): Promise<() => Promise<void>> {
  const {
    rows: [setting],
  } = await app.db.pool.query<{ value: DemoRecord }>('select value from setting where site_id = $1 and name = $2', [
    app.site,
    DEMO_SETTING,
  ])
  if (!setting) return () => Promise.resolve()
  const historyEndMs = toMillis(setting.value.at)
  const plant = new LivePlant(app, historyEndMs, setting.value.language)
  await insertPastSpeeds(new LiveCrew(app, historyEndMs, setting.value.language), historyEndMs)
  let runningTick: Promise<void> | null = null
  const tick = () => {
    runningTick ??= plant
      .tick()
      .catch((error: unknown) => app.log.warn({ err: error }, 'the demonstration stumbled'))
      .finally(() => {
        runningTick = null
      })
  }
  const timer = setInterval(tick, SEND_INTERVAL_MS).unref()
  return async () => {
    clearInterval(timer)
    await runningTick
  }
}

/**
 * The simulated plant, which advances by ticks. All state is in the database, except the tick count and the times up to
 * which readings were sent.
 */
export class LivePlant {
  private readonly crew: LiveCrew
  private readonly instanceId = randomUUID()
  private tickCount = 0
  private speedsSentUntil = 0
  private valuesSentUntil = 0
  private metersSentUntil = 0
  /** @param historyEndMs end of the loaded history, ms since 1970 */
  constructor(
    private readonly app: Application,
    private readonly historyEndMs: number,
    language: DemoLanguage,
  ) {
    this.crew = new LiveCrew(app, historyEndMs, language)
  }

  /** Sends due readings and acts at the machines, if the database is healthy and this server holds the lease. */
  async tick(): Promise<void> {
    if (!this.app.db.getHealth().ok || !(await this.isLeaseHolder())) return
    const now = this.app.clock().getTime()
    const winders = await listLiveWinders(this.crew)
    await this.sendTelemetry(winders, now)
    if (this.tickCount++ % TICKS_PER_ACTION === 0) await this.operateMachines(winders, now)
  }
  /** Acts at every machine that no person has touched recently. */
  async operateMachines(winders: readonly LiveWinder[], now: number): Promise<void> {
    const touchedMachines = await findTouchedMachines(this.crew, now, this.historyEndMs)
    for (const winder of winders) if (!touchedMachines.has(winder.lineId)) await advanceWinder(this.crew, winder, now)
    for (const slitter of await listLiveSlitters(this.crew))
      if (!touchedMachines.has(slitter.id)) await advanceSlitter(this.crew, slitter, now)
    await explainStops(this.crew, now, touchedMachines)
    await completeRepairs(this.crew, now, this.historyEndMs)
  }
  private async sendTelemetry(winders: readonly LiveWinder[], now: number): Promise<void> {
    const fromMs = Math.max(
      this.speedsSentUntil + SPEED_INTERVAL_MS,
      Math.floor((now - SEND_INTERVAL_MS) / SPEED_INTERVAL_MS) * SPEED_INTERVAL_MS,
    )
    const timesMs: number[] = []
    for (let at = Math.ceil(fromMs / SPEED_INTERVAL_MS) * SPEED_INTERVAL_MS; at <= now; at += SPEED_INTERVAL_MS)
      timesMs.push(at)
    await this.sendValues(winders, now)
    await this.sendMeters(winders, now)
    const readings = winders
      .filter((winder) => winder.orderId)
      .flatMap((winder) =>
        timesMs.map((at) => ({
          line: winder.lineCode,
          at: toMoment(at),
          speed: winder.isStopEntered ? 0 : calculateLineSpeed(winder.lineCode, winder.idealSpeed, at),
        })),
      )
    if (readings.length === 0) return
    await this.crew.callAs('GATEWAY', sendSpeeds, { readings })
    this.speedsSentUntil = timesMs.at(-1) ?? this.speedsSentUntil
  }
  /** Sends the readings that lines and halls report every minute, except the speed. */
  private async sendValues(winders: readonly LiveWinder[], now: number): Promise<void> {
    const minuteMs = Math.floor(now / MINUTE_MS) * MINUTE_MS
    if (minuteMs <= this.valuesSentUntil) return
    const stoppedLines = new Set(
      winders.filter((winder) => winder.isStopEntered || !winder.orderId).map(({ lineCode }) => lineCode),
    )
    const readings = buildTagReadings(
      await listLiveTags(this.crew),
      minuteMs,
      (code) => stoppedLines.has(code) || isStandingStill(code, minuteMs),
    )
    if (readings.length > 0) await this.crew.callAs('GATEWAY', sendReadings, { source: 'gateway', readings })
    this.valuesSentUntil = minuteMs
  }
  /** Sends the meter readings of each quarter of an hour, including those missed while the simulation was stopped. */
  private async sendMeters(winders: readonly LiveWinder[], now: number): Promise<void> {
    const quarterMs = getSlotStart(now)
    if (quarterMs <= this.metersSentUntil) return
    const stoppedLines = new Set(
      winders.filter((winder) => winder.isStopEntered || !winder.orderId).map(({ lineCode }) => lineCode),
    )
    const readings = buildMeterReadings(
      await listLiveMeters(this.crew),
      now,
      this.app.timeZone,
      (code, at) => stoppedLines.has(code) || isStandingStill(code, at),
    )
    for (let from = 0; from < readings.length; from += READING_BATCH_SIZE)
      await this.crew.callAs('GATEWAY', sendReadings, {
        source: 'gateway',
        readings: readings.slice(from, from + READING_BATCH_SIZE),
      })
    this.metersSentUntil = quarterMs
  }
  /** True if this server holds the lease; of several servers on one database only one simulates. */
  private async isLeaseHolder(): Promise<boolean> {
    if (this.app.db.kind === 'embedded') return true
    const now = this.app.clock()
    const { rowCount } = await this.app.db.pool.query(
      `insert into job_run (site_id, job, holder, lease_until) values ($1, 'demo-live', $2, $3) on conflict (site_id, job) do update set holder = excluded.holder, lease_until = excluded.lease_until
       where job_run.holder = excluded.holder or job_run.lease_until is null or job_run.lease_until < $4`,
      [this.app.site, this.instanceId, new Date(now.getTime() + LEASE_MS), now],
    )
    return rowCount === 1
  }
}
