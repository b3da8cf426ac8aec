import { DAY_MS, HOUR_MS } from '@/plant/rules/plant-time'
import type { DemoEra } from './demo-era'
import { machineGroups, type MachineGroup } from './machine-groups'
import type { PlantLine, PlaceLayout } from './lines'
import { machinesByLineKind, type MachineKind } from './machine-list'
import type { Dice } from './random'

export interface DemoMachine {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly kind: MachineKind
  readonly group: MachineGroup
  readonly line: PlantLine
  readonly areaId: string
  readonly maker: string
  readonly model: string
  /** Milliseconds since 1970. */
  readonly installedMs: number
  /** When the machine was taken out of use, permanently or temporarily. */
  readonly stopped: { readonly atMs: number; readonly discarded: boolean } | null
  /** Share of calendar time in which the machine runs. */
  readonly runningShare: number
}

/** Share of calendar time in which machines run, by the kind of their line. */
const runningShareByLineKind = {
  spunbond: 0.9,
  composite: 0.88,
  meltblown: 0.78,
  slitting: 0.72,
  utility: 0.6,
} as const
const UNUSED_MACHINE_COUNT = 11

/** Builds the machines of all lines of a place. */
export function buildMachines(dice: Dice, era: DemoEra, layout: PlaceLayout): DemoMachine[] {
  const machines = layout.lines.flatMap((line) =>
    machinesByLineKind[line.kind].flatMap((kind) =>
      Array.from({ length: kind.count }, (_, i) => buildMachine(dice, era, layout, line, kind, i + 1)),
    ),
  )
  // A few machines of low criticality were taken out of use during the history.
  const unusedMachineIds = new Set(
    dice
      .sample(
        machines.filter(({ kind, installedMs }) => kind.criticality === 'C' && installedMs < era.from),
        UNUSED_MACHINE_COUNT,
      )
      .map(({ id }) => id),
  )
  return machines.map((machine) =>
    unusedMachineIds.has(machine.id)
      ? {
          ...machine,
          stopped: {
            atMs: Math.round(dice.between(era.from + 30 * DAY_MS, era.now - 10 * DAY_MS) / HOUR_MS) * HOUR_MS,
            discarded: dice.chance(0.45),
          },
        }
      : machine,
  )
}

function buildMachine(
  dice: Dice,
  era: DemoEra,
  layout: PlaceLayout,
  line: PlantLine,
  kind: MachineKind,
  number: number,
): DemoMachine {
  const group = machineGroups[kind.group]
  const [maker, model] = dice.pick(group.makers)
  // Most machines came with the line; one in seven has been replaced since.
  const wasReplaced = dice.chance(0.14)
  const installedMs =
    Math.floor(
      (wasReplaced
        ? dice.between(line.installedMs + 200 * DAY_MS, era.from - 20 * DAY_MS)
        : line.installedMs + dice.between(0, 90) * DAY_MS) / DAY_MS,
    ) * DAY_MS
  const numberPrefix = kind.count > 1 ? `${number}号` : ''
  return {
    id: dice.id(era.from - 25 * DAY_MS),
    code: `${line.code}-${kind.stem}${String(number).padStart(2, '0')}`,
    name: `${line.kind === 'slitting' ? line.name : ''}${numberPrefix}${kind.name}`,
    nameEn: kind.count > 1 ? `${kind.nameEn} ${number}` : kind.nameEn,
    kind,
    group,
    line,
    areaId: layout.areaIds[kind.area],
    maker,
    model: `${model}${dice.pick(['', '', 'A', 'B', '-II'])}`,
    installedMs,
    stopped: null,
    runningShare: runningShareByLineKind[line.kind],
  }
}

/** Calculates the years in service at a time, ms since 1970. */
export const calculateAgeYears = (machine: DemoMachine, ms: number): number =>
  Math.max(0, ms - machine.installedMs) / (365 * DAY_MS)
/** True if the machine is in use at a time, ms since 1970. */
export const isInUse = (machine: DemoMachine, millis: number): boolean =>
  machine.stopped === null || millis < machine.stopped.atMs
/** Calculates the running hours from installation to a time, ms since 1970. */
export const calculateRunningHours = (machine: DemoMachine, millis: number): number =>
  (Math.max(0, Math.min(millis, machine.stopped?.atMs ?? millis) - machine.installedMs) / HOUR_MS) *
  machine.runningShare
