/** Tools of a place: at each position one after the other over the era, with wear from the machine's actual output. */
import { DAY_MS, HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { tool } from '@/areas/tools/contract/tool'
import { toolUse } from '@/areas/tools/contract/tool-use'
import {
  calculateLifePercent,
  getUsedLife,
  deriveToolState,
  defaultLifeUnits,
  type ToolUseReason,
  type ToolUseFields,
} from '@/areas/tools/rules/tool'
import { toMakerFields } from '../company-names'
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from '../draft'
import type { DemoEra } from '../demo-era'
import type { PlantLine, PlaceLayout } from '../lines'
import type { Staff } from '../people'
import { isWebLine } from '../production/master-data'
import { roundDecimals, type Dice } from '../random'
import type { MachineOutputLog, OutputSum } from './machine-output'
import { KNIVES_PER_SLITTER, POSITIONS_WITH_HISTORY, toolSpecs, type ToolSpec } from './specs'

interface ToolRows {
  readonly tools: RowDraft<typeof tool>[]
  readonly uses: RowDraft<typeof toolUse>[]
}
/** Builds the tools of a place with their uses, and two spares of each kind. */
export function buildTools(
  dice: Dice,
  era: DemoEra,
  layout: PlaceLayout,
  staff: Staff,
  output: MachineOutputLog,
  place: number,
): RowBatch[] {
  const rows: ToolRows = { tools: [], uses: [] }
  for (const spec of toolSpecs) {
    const builder = new ToolBuilder(dice.branch(spec.kind), era, staff, output, spec, place, rows)
    const machines = layout.lines.filter((line) => (spec.kind === 'knife' ? line.kind === 'slitting' : isWebLine(line)))
    for (const [machineIndex, machine] of machines
      .slice(0, spec.kind === 'knife' ? machines.length : POSITIONS_WITH_HISTORY)
      .entries())
      for (let position = 1; position <= (spec.kind === 'knife' ? KNIVES_PER_SLITTER : 1); position++)
        builder.fillPosition(
          machine,
          position,
          position <= POSITIONS_WITH_HISTORY ? era.from : era.now - dice.int(1, spec.lifeDays) * DAY_MS,
          spec.finalLifeShares[machineIndex],
        )
    for (let i = 0; i < 2; i++) builder.addTool(toMoment(era.now - 20 * DAY_MS), {})
  }
  return [toBatch(tool, rows.tools), toBatch(toolUse, rows.uses)]
}

/** Builds the tools of one kind. */
class ToolBuilder {
  #toolCount = 0
  readonly #limitByLine = new Map<string, number>()
  constructor(
    private readonly dice: Dice,
    private readonly era: DemoEra,
    private readonly staff: Staff,
    private readonly output: MachineOutputLog,
    private readonly spec: ToolSpec,
    private readonly place: number,
    private readonly rows: ToolRows,
  ) {}
  /**
   * Adds the tools of one position, one after the other.
   *
   * @param usedLifeShare share of its life limit that the current tool at position 1 has used
   */
  fillPosition(machine: PlantLine, position: number, fromMs: number, usedLifeShare: number | undefined): void {
    let nextMs = fromMs
    while (nextMs < this.era.now - DAY_MS)
      nextMs = this.#addLifetime(machine, position, nextMs, position === 1 ? usedLifeShare : undefined)
  }
  /** Adds the mountings of one tool until it is scrapped. Returns when the next tool is mounted, ms since 1970. */
  #addLifetime(machine: PlantLine, position: number, fromMs: number, usedLifeShare: number | undefined): number {
    const { dice, era, spec } = this
    const id = dice.id(fromMs)
    const isSecondBrand = dice.chance(0.4)
    const toolLifeDays =
      spec.lifeDays * (isSecondBrand ? 0.75 : 1) * Math.min(1.6, Math.max(0.35, dice.weibull(1.1, 3)))
    const workerId = this.staff.getPersonOfTrade('mechanic').id
    const used = { usedH: 0, usedM: 0, usedKg: 0 }
    let remainingDays = toolLifeDays
    let nextMs = fromMs
    while (remainingDays > 0.5 && nextMs < era.now) {
      const mountedDays = Math.min(remainingDays, spec.mountDays * dice.between(0.8, 1.2))
      const removedMs = nextMs + mountedDays * DAY_MS
      const output = this.output.sumBetween(machine.id, nextMs, Math.min(removedMs, era.now))
      used.usedH += output.hours
      used.usedM += output.metres
      used.usedKg += output.kg
      remainingDays -= mountedDays
      this.#addMounting(
        id,
        machine,
        position,
        nextMs,
        removedMs < era.now ? removedMs : null,
        output,
        remainingDays > 0.5,
      )
      if (removedMs >= era.now) {
        this.addTool(toMoment(fromMs - 5 * DAY_MS), { id, isSecondBrand, used, usedLifeShare, machine })
        return era.now
      }
      if (remainingDays > 0.5 && removedMs + 6 * HOUR_MS < era.now)
        this.#addUse(id, spec.maintenanceKind, removedMs + 6 * HOUR_MS, workerId)
      nextMs = removedMs + dice.int(8, 20) * HOUR_MS
    }
    const reason = dice.chance(0.1) ? dice.pick(['lost', 'obsolete'] as const) : dice.pick(spec.endReasons)
    if (nextMs < era.now) this.#addUse(id, 'scrapped', nextMs, workerId, reason)
    this.addTool(toMoment(fromMs - 5 * DAY_MS), { id, isSecondBrand, used, machine })
    return nextMs + dice.int(1, 4) * HOUR_MS
  }
  #addMounting(
    toolId: string,
    machine: PlantLine,
    position: number,
    mountedMs: number,
    removedMs: number | null,
    output: OutputSum,
    isRemounted: boolean,
  ): void {
    const workerId = this.dice.pick(
      this.staff.listOnShift(this.spec.kind === 'knife' ? 'slit' : 'shiftMaint', mountedMs),
    ).id
    this.rows.uses.push({
      id: this.dice.id(mountedMs),
      toolId,
      toolKind: this.spec.kind,
      kind: 'mounted',
      lineId: machine.id,
      place: position,
      side: this.spec.kind === 'knife' ? 'upper' : null,
      occurredAt: toMoment(mountedMs),
      removedAt: removedMs === null ? null : toMoment(removedMs),
      hours: roundToTenth(output.hours),
      metres: roundToTenth(output.metres),
      kg: roundToTenth(output.kg),
      reason: removedMs === null ? null : isRemounted ? 'planned' : this.dice.pick(this.spec.endReasons),
      userId: workerId,
      removedBy: removedMs === null ? null : workerId,
      ...buildAuditFields(mountedMs, workerId, removedMs ?? mountedMs),
    })
  }
  #addUse(
    toolId: string,
    kind: 'cleaned' | 'ground' | 'scrapped',
    occurredMs: number,
    workerId: string,
    reason: ToolUseReason | null = null,
  ): void {
    this.rows.uses.push({
      id: this.dice.id(occurredMs),
      toolId,
      toolKind: this.spec.kind,
      kind,
      occurredAt: toMoment(occurredMs),
      reason,
      userId: workerId,
      ...buildAuditFields(occurredMs, workerId),
    })
  }
  /** Adds a tool in its current state. */
  addTool(
    boughtAt: string,
    options: {
      id?: string
      isSecondBrand?: boolean
      used?: Record<'usedH' | 'usedM' | 'usedKg', number>
      usedLifeShare?: number | undefined
      machine?: PlantLine
    },
  ): void {
    const { spec, era, place } = this
    const { used = { usedH: 0, usedM: 0, usedKg: 0 } } = options
    const state = deriveToolState(this.rows.uses.flatMap((use) => (use.toolId === options.id ? [toUseSpan(use)] : [])))
    const lifeUnit = defaultLifeUnits[spec.kind]
    const roundedUse = {
      usedH: roundToTenth(used.usedH),
      usedM: roundToTenth(used.usedM),
      usedKg: roundToTenth(used.usedKg),
    }
    const usedLifeShare = options.usedLifeShare ?? 0
    const life = { lifeUnit, ...roundedUse }
    const lifeLimit =
      usedLifeShare > 0 && state.state === 'mounted'
        ? Math.round(getUsedLife({ ...life, lifeLimit: null }) / usedLifeShare)
        : this.#getLifeLimit(options.machine)
    const boughtMs = toMillis(boughtAt)
    this.#toolCount += 1
    this.rows.tools.push({
      id: options.id ?? this.dice.id(boughtMs),
      code: `${spec.prefix}${place === 1 ? '' : `${place}-`}${String(this.#toolCount).padStart(3, '0')}`,
      kind: spec.kind,
      ...state,
      model: spec.model,
      ...toMakerFields(spec.makers[options.isSecondBrand ? 1 : 0]),
      size: spec.size,
      // Expensive tools of the meltblown line cost half, because it is half as wide; filters have one size.
      price: roundDecimals(
        spec.price *
          (options.isSecondBrand ? 0.7 : 1) *
          (options.machine?.kind === 'meltblown' && spec.price > 1000 ? 0.5 : 1),
        2,
      ),
      boughtOn: era.toDay(boughtMs),
      ...life,
      lifeLimit,
      lifePercent: calculateLifePercent({ ...life, lifeLimit }),
      ...buildAuditFields(
        boughtMs,
        this.staff.getPersonOfTrade('mechanic').id,
        state.since ? toMillis(state.since) : boughtMs,
      ),
    })
  }
  /** Returns the life limit on a machine: its output in `lifeDays` plus 15 %, rounded. */
  #getLifeLimit(machine: PlantLine | undefined): number | null {
    const { era, spec } = this
    const key = machine?.id ?? [...this.#limitByLine.keys()][0]
    if (!key) return null
    const existingLimit = this.#limitByLine.get(key)
    if (existingLimit !== undefined) return existingLimit
    const days = (era.now - era.from) / DAY_MS
    const { hours, metres, kg } = this.output.sumBetween(key, era.from, era.now)
    const totalOutput = { h: hours, m: metres, kg }[defaultLifeUnits[spec.kind]]
    const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, (totalOutput / days) * spec.lifeDays))) - 1)
    const limit = Math.max(step, Math.round(((totalOutput / days) * spec.lifeDays * 1.15) / step) * step)
    this.#limitByLine.set(key, limit)
    return limit
  }
}
const toUseSpan = (use: RowDraft<typeof toolUse>): ToolUseFields => ({
  id: use.id,
  kind: use.kind ?? 'mounted',
  occurredAt: use.occurredAt ?? '',
  removedAt: use.removedAt ?? null,
  lineId: use.lineId ?? null,
  place: use.place ?? null,
  side: use.side ?? null,
  reason: use.reason ?? null,
})
const roundToTenth = (value: number): number => Math.round(value * 10) / 10
