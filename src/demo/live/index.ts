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
  private speedsSentUntilMs = 0
  private valuesSentUntilMs = 0
  private metersSentUntilMs = 0
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
    if (!this.app.db.getHealth().ok || !(await this.acquireLease())) return
    const nowMs = this.app.clock().getTime()
    const winders = await listLiveWinders(this.crew)
    await this.sendTelemetry(winders, nowMs)
    if (this.tickCount++ % TICKS_PER_ACTION === 0) await this.operateMachines(winders, nowMs)
  }
  /** Acts at every machine that no person has touched recently. */
  async operateMachines(winders: readonly LiveWinder[], nowMs: number): Promise<void> {
    const touchedMachines = await findTouchedMachines(this.crew, nowMs, this.historyEndMs)
    for (const winder of winders) if (!touchedMachines.has(winder.lineId)) await advanceWinder(this.crew, winder, nowMs)
    for (const slitter of await listLiveSlitters(this.crew))
      if (!touchedMachines.has(slitter.id)) await advanceSlitter(this.crew, slitter, nowMs)
    await explainStops(this.crew, nowMs, touchedMachines)
    await completeRepairs(this.crew, nowMs, this.historyEndMs)
  }
  private async sendTelemetry(winders: readonly LiveWinder[], nowMs: number): Promise<void> {
    const fromMs = Math.max(
      this.speedsSentUntilMs + SPEED_INTERVAL_MS,
      Math.floor((nowMs - SEND_INTERVAL_MS) / SPEED_INTERVAL_MS) * SPEED_INTERVAL_MS,
    )
    const timesMs: number[] = []
    for (
      let timeMs = Math.ceil(fromMs / SPEED_INTERVAL_MS) * SPEED_INTERVAL_MS;
      timeMs <= nowMs;
      timeMs += SPEED_INTERVAL_MS
    )
      timesMs.push(timeMs)
    await this.sendMinuteReadings(winders, nowMs)
    await this.sendMeterReadings(winders, nowMs)
    const readings = winders
      .filter((winder) => winder.orderId)
      .flatMap((winder) =>
        timesMs.map((timeMs) => ({
          line: winder.lineCode,
          at: toMoment(timeMs),
          speed: winder.isStopEntered ? 0 : calculateLineSpeed(winder.lineCode, winder.idealSpeed, timeMs),
        })),
      )
    if (readings.length === 0) return
    await this.crew.callAs('GATEWAY', sendSpeeds, { readings })
    this.speedsSentUntilMs = timesMs.at(-1) ?? this.speedsSentUntilMs
  }
  /** Sends the readings that lines and halls report every minute, except the speed. */
  private async sendMinuteReadings(winders: readonly LiveWinder[], nowMs: number): Promise<void> {
    const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
    if (minuteMs <= this.valuesSentUntilMs) return
    const stoppedLineCodes = new Set(
      winders.filter((winder) => winder.isStopEntered || !winder.orderId).map(({ lineCode }) => lineCode),
    )
    const readings = buildTagReadings(
      await listLiveTags(this.crew),
      minuteMs,
      (code) => stoppedLineCodes.has(code) || isStandingStill(code, minuteMs),
    )
    if (readings.length > 0) await this.crew.callAs('GATEWAY', sendReadings, { source: 'gateway', readings })
    this.valuesSentUntilMs = minuteMs
  }
  /** Sends the meter readings of each quarter of an hour, including those missed while the simulation was stopped. */
  private async sendMeterReadings(winders: readonly LiveWinder[], nowMs: number): Promise<void> {
    const quarterMs = getSlotStart(nowMs)
    if (quarterMs <= this.metersSentUntilMs) return
    const stoppedLineCodes = new Set(
      winders.filter((winder) => winder.isStopEntered || !winder.orderId).map(({ lineCode }) => lineCode),
    )
    const readings = buildMeterReadings(
      await listLiveMeters(this.crew),
      nowMs,
      this.app.timeZone,
      (code, at) => stoppedLineCodes.has(code) || isStandingStill(code, at),
    )
    for (let offset = 0; offset < readings.length; offset += READING_BATCH_SIZE)
      await this.crew.callAs('GATEWAY', sendReadings, {
        source: 'gateway',
        readings: readings.slice(offset, offset + READING_BATCH_SIZE),
      })
    this.metersSentUntilMs = quarterMs
  }
  /** Acquires or renews the lease. Returns false if another server on this database holds it and simulates. */
  private async acquireLease(): Promise<boolean> {
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
