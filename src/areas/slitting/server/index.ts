import { goodRollsByWidth, recentOutput, rollsOnSlitters } from '@/areas/orders/server/events'
import { woundFlows } from '@/areas/feeding/server/events'
import { slitRollLock, slitRollLabelCount, remnantScrapped } from '@/areas/rolls/server/events'
import { defineServer } from '@/server/area'
import { answerQuestion, listenTo } from '@/server/events'
import { options } from '@/server/sql'
import { slittingContract } from '../contract'
import { cutting, slitRoll } from '../contract/slitting'
import { countSlitRollLabels, listRollsOnSlitters, loadRecentOutput, lockSlitRoll } from './answers'
import { bookRemnantAsWaste, cuttingHandlers, undoEmptyCutting } from './cutting'
import { doffSetHandler } from './doff-slit-set'
import { slittingEvents, slittingQuestions } from './events'
import { countGoodRollsByWidth } from './queries/good-rolls'
import { revokeJumboHandler } from './revoke-downgrades'
import { reworkHandlers } from './rework'
import { moveSlitRoll, setHandlers } from './slit-rolls'
import { findJumboInfo, listSetHistory, listSlitSets } from './slit-set-lists'
import { undoSlitSet } from './undo-slit-set'
import { sumWoundFlows } from './wound-flows'

const slitterPermissions = ['divideInteractiveView']

/** Server part of the area: cutting of jumbos into slit rolls. */
export const slittingServer = defineServer(slittingContract, {
  events: slittingEvents,
  questions: slittingQuestions,
  answerers: [
    answerQuestion(recentOutput, loadRecentOutput),
    answerQuestion(goodRollsByWidth, countGoodRollsByWidth),
    answerQuestion(rollsOnSlitters, listRollsOnSlitters),
    answerQuestion(woundFlows, sumWoundFlows),
    answerQuestion(slitRollLock, lockSlitRoll),
    answerQuestion(slitRollLabelCount, countSlitRollLabels),
  ],
  listeners: [listenTo(remnantScrapped, bookRemnantAsWaste)],
  handlers: [
    ...cuttingHandlers,
    undoEmptyCutting,
    doffSetHandler,
    listSlitSets,
    listSetHistory,
    undoSlitSet,
    ...setHandlers,
    moveSlitRoll,
    findJumboInfo,
    revokeJumboHandler,
    ...reworkHandlers,
  ],
  codeLookups: [{ kind: 'slitRoll', resource: slitRoll, codeField: 'number' }],
  // For offline phones at the slitter: open cuttings and output since yesterday.
  shiftPack: [
    {
      resource: 'cutting',
      where: `state = ${options(cutting.fields.state, 'open')} or started_at > now() - interval '1 day'`,
      access: slitterPermissions,
    },
    { resource: 'slitSet', where: `doffed_at > now() - interval '1 day'`, access: slitterPermissions },
    {
      resource: 'slitRoll',
      where: `doffed_at > now() - interval '1 day'`,
      access: [...slitterPermissions, 'qualitySheetAdd'],
    },
    { resource: 'cutOrder', where: 'cutting_id is null', access: slitterPermissions },
    { resource: 'slitter', access: slitterPermissions },
  ],
})
