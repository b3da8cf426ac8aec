/** Live simulation of the demonstration plant: lines run, rolls are doffed and slit, stops open and get a reason. */
import { randomUUID } from 'node:crypto'
import type { Application } from '@/server/application'
import { sendSpeeds } from '@/plant/contract/line-speed'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { getSlotStart } from '@/areas/telemetry/rules/slots'
import { MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { MARK, type DemoMark } from '../mark'
import type { DemoLanguage } from '../said'
import { Crew } from './crew'
import { touchedMachines } from './hands'
import { READING_MS, speedAt, stands } from './pace'
import { sendPastSpeeds } from './past'
import { explainStops } from './reasons'
import { readMeters, shownAt } from './meters'
import { mendLines } from './repairs'
import { readSlitters, stepSlitter } from './slitters'
import { readTags, valuesAt } from './values'
import { readWinders, stepWinder, type Winder } from './winders'

/** Readings are sent in small batches, as a gateway does. */
const SEND_MS = 10_000
/** The crew acts at the machines on every third tick, at most one action per machine. */
const LOOK_EVERY = 3
const LEASE_MS = 60_000
const A_BATCH = 2_000

/**
 * Starts the simulation on a running server; it makes the calls that people at the machines would make. Does nothing
 * if the database holds no demonstration. Returns a function that stops the simulation.
 */
export async function startLive(app: Application): Promise<() => Promise<void>> {
  const {
    rows: [mark],
  } = await app.db.pool.query<{ value: DemoMark }>('select value from setting where site_id = $1 and name = $2', [
    app.site,
    MARK,
  ])
  if (!mark) return () => Promise.resolve()
  const loadedAt = toMillis(mark.value.at)
  const plant = new LivePlant(app, loadedAt, mark.value.language)
  await sendPastSpeeds(new Crew(app, loadedAt, mark.value.language), loadedAt)
  let busy: Promise<void> | null = null
  const tick = () => {
    busy ??= plant
      .tick()
      .catch((error: unknown) => app.log.warn({ err: error }, 'the demonstration stumbled'))
      .finally(() => {
        busy = null
      })
  }
  const timer = setInterval(tick, SEND_MS).unref()
  return async () => {
    clearInterval(timer)
    await busy
  }
}

/** One tick of the simulation. All state is in the database, apart from the tick count and the times already sent. */
export class LivePlant {
  private readonly crew: Crew
  private readonly me = randomUUID()
  private turns = 0
  private sentUntil = 0
  private valuesUntil = 0
  private metersUntil = 0
  /** @param loadedAt end of the loaded history, ms since 1970 */
  constructor(
    private readonly app: Application,
    private readonly loadedAt: number,
    language: DemoLanguage,
  ) {
    this.crew = new Crew(app, loadedAt, language)
  }

  /** Sends due readings and acts at the machines, if the database is healthy and this server holds the lease. */
  async tick(): Promise<void> {
    if (!this.app.db.healthy().ok || !(await this.isMine())) return
    const now = this.app.clock().getTime()
    const winders = await readWinders(this.crew)
    await this.send(winders, now)
    if (this.turns++ % LOOK_EVERY === 0) await this.look(winders, now)
  }
  /** Acts at every machine that no person has touched recently. */
  async look(winders: readonly Winder[], now: number): Promise<void> {
    const touched = await touchedMachines(this.crew, now, this.loadedAt)
    for (const at of winders) if (!touched.has(at.id)) await stepWinder(this.crew, at, now)
    for (const at of await readSlitters(this.crew)) if (!touched.has(at.id)) await stepSlitter(this.crew, at, now)
    await explainStops(this.crew, now, touched)
    await mendLines(this.crew, now, this.loadedAt)
  }
  private async send(winders: readonly Winder[], now: number): Promise<void> {
    const from = Math.max(this.sentUntil + READING_MS, Math.floor((now - SEND_MS) / READING_MS) * READING_MS)
    const moments: number[] = []
    for (let at = Math.ceil(from / READING_MS) * READING_MS; at <= now; at += READING_MS) moments.push(at)
    await this.sendValues(winders, now)
    await this.sendMeters(winders, now)
    const readings = winders
      .filter((w) => w.orderId)
      .flatMap((w) =>
        moments.map((at) => ({ line: w.code, at: toMoment(at), speed: w.told ? 0 : speedAt(w.code, w.ideal, at) })),
      )
    if (readings.length === 0) return
    await this.crew.call('GATEWAY', sendSpeeds, { readings })
    this.sentUntil = moments.at(-1) ?? this.sentUntil
  }
  /** Sends the readings that lines and halls report every minute, except the speed. */
  private async sendValues(winders: readonly Winder[], now: number): Promise<void> {
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
    if (minute <= this.valuesUntil) return
    const standing = new Set(winders.filter((w) => w.told || !w.orderId).map(({ code }) => code))
    const readings = valuesAt(await readTags(this.crew), minute, (code) => standing.has(code) || stands(code, minute))
    if (readings.length > 0) await this.crew.call('GATEWAY', sendReadings, { source: 'gateway', readings })
    this.valuesUntil = minute
  }
  /** Sends the meter readings of each quarter of an hour, including those missed while the simulation was stopped. */
  private async sendMeters(winders: readonly Winder[], now: number): Promise<void> {
    const quarter = getSlotStart(now)
    if (quarter <= this.metersUntil) return
    const idle = new Set(winders.filter((w) => w.told || !w.orderId).map(({ code }) => code))
    const readings = shownAt(
      await readMeters(this.crew),
      now,
      this.app.timeZone,
      (code, at) => idle.has(code) || stands(code, at),
    )
    for (let from = 0; from < readings.length; from += A_BATCH)
      await this.crew.call('GATEWAY', sendReadings, {
        source: 'gateway',
        readings: readings.slice(from, from + A_BATCH),
      })
    this.metersUntil = quarter
  }
  /** True if this server holds the lease; of several servers on one database only one simulates. */
  private async isMine(): Promise<boolean> {
    if (this.app.db.kind === 'embedded') return true
    const now = this.app.clock()
    const { rowCount } = await this.app.db.pool.query(
      `insert into job_run (site_id, job, holder, lease_until) values ($1, 'demo-live', $2, $3) on conflict (site_id, job) do update set holder = excluded.holder, lease_until = excluded.lease_until
       where job_run.holder = excluded.holder or job_run.lease_until is null or job_run.lease_until < $4`,
      [this.app.site, this.me, new Date(now.getTime() + LEASE_MS), now],
    )
    return rowCount === 1
  }
}
