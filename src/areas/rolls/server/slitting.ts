import { options } from '@/server/sql'
import { handle, type HandlerEntry, type ShiftPackPart } from '@/server/area'
import { cutting, rollPackage } from '../contract/slitting'
import { applyCuts, proposeCuts } from '../contract/cut-plan-calls'
import {
  movePackage,
  packageChecks,
  moveRoll,
  packRolls,
  setHistory,
  setsOf,
  undoCutting,
  undoSet,
  unpackRolls,
} from '../contract/slitting-calls'
import { trace as traceCall } from '../contract/trace'
import { apply, propose } from './cut-plan'
import * as cuttings from './cutting'
import { list as listPackages } from './package-list'
import * as packages from './packages'
import * as rolls from './slit-rolls'
import * as sets from './slit-sets'
import { trace } from './trace'

/** Handlers from the jumbo on the slitter to the package, with plan and trace. */
export const slittingHandlers: readonly HandlerEntry[] = [
  ...cuttings.cuttingHandlers,
  handle(undoCutting, cuttings.undo),
  sets.doffed,
  handle(setsOf, sets.sets),
  handle(setHistory, sets.history),
  handle(undoSet, sets.undo),
  ...rolls.setHandlers,
  handle(moveRoll, rolls.move),
  handle(rollPackage.endpoints.list, listPackages),
  handle(packRolls, packages.pack),
  handle(unpackRolls, packages.take),
  handle(movePackage, packages.move),
  handle(packageChecks, packages.checks),
  handle(proposeCuts, propose),
  handle(applyCuts, apply),
  handle(traceCall, trace),
]
const keys = ['divideInteractiveView']
/** Data of a shift for offline phones at the slitter: open cuttings and output since yesterday. */
export const slittingPack: readonly ShiftPackPart[] = [
  {
    resource: 'cutting',
    where: `state = ${options(cutting.fields.state, 'open')} or started_at > now() - interval '1 day'`,
    keys,
  },
  { resource: 'slitSet', where: `doffed_at > now() - interval '1 day'`, keys },
  { resource: 'slitRoll', where: `doffed_at > now() - interval '1 day'`, keys: [...keys, 'qualitySheetAdd'] },
  { resource: 'cutOrder', where: 'cutting_id is null', keys },
  { resource: 'slitter', keys },
]
