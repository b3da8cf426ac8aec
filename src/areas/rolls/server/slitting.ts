import { options } from '@/server/sql'
import type { HandlerEntry, ShiftPackPart } from '@/server/area'
import { cutting } from '../contract/slitting'
import * as cuttings from './cutting'
import * as rolls from './slit-rolls'
import { listSetHistory, listSlitSets } from './slit-set-lists'
import { doffSetHandler } from './doff-slit-set'
import { undoSlitSet } from './undo-slit-set'

/** Handlers from the jumbo on the slitter to the slit roll. */
export const slittingHandlers: readonly HandlerEntry[] = [
  ...cuttings.cuttingHandlers,
  cuttings.undoEmptyCutting,
  doffSetHandler,
  listSlitSets,
  listSetHistory,
  undoSlitSet,
  ...rolls.setHandlers,
  rolls.moveSlitRoll,
]
const slitterPermissions = ['divideInteractiveView']
/** Data of a shift for offline phones at the slitter: open cuttings and output since yesterday. */
export const slittingShiftPack: readonly ShiftPackPart[] = [
  {
    resource: 'cutting',
    where: `state = ${options(cutting.fields.state, 'open')} or started_at > now() - interval '1 day'`,
    keys: slitterPermissions,
  },
  { resource: 'slitSet', where: `doffed_at > now() - interval '1 day'`, keys: slitterPermissions },
  {
    resource: 'slitRoll',
    where: `doffed_at > now() - interval '1 day'`,
    keys: [...slitterPermissions, 'qualitySheetAdd'],
  },
  { resource: 'cutOrder', where: 'cutting_id is null', keys: slitterPermissions },
  { resource: 'slitter', keys: slitterPermissions },
]
