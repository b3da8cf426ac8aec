import { remnantScrapped, rollsEvents, rollsQuestions } from './events'
import { bookRemnantAsWaste } from './cutting'
import { goodRollsByWidth, recentOutput, rollsOnSlitters } from '@/areas/orders/server/events'
import { hoppersChanged, hopperContents, woundFlows } from '@/areas/feeding/server/events'
import { residenceChanged } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { toSqlLiterals } from '@/server/crud/statements'
import { answerQuestion, listenTo } from '@/server/events'
import { rollsContract } from '../contract'
import { jumboRoll } from '../contract/jumbo-roll'
import { slitRoll } from '../contract/slitting'
import { slitterRuns, winderRuns } from '../contract/machine-run'
import { activeHoldStates } from '../rules/hold'
import { presentJumboStates } from '../rules/jumbo-roll'
import { holdHandlers } from './hold'
import { editHandlers } from './jumbo-edit'
import * as lists from './jumbo-lists'
import { updateLotsAfterHopperChange, resetLotCounts, countPendingLines } from './lots/count-lots'
import { calculateHopperContent } from './queries/hopper-content'
import * as jumboNow from './jumbo-now'
import { windHandlers } from './jumbo-wind'
import { countPrintedLabels } from './labels'
import * as runs from './machine-run'
import { listRollsOnSlitters, loadRecentOutput } from './order-output'
import { countGoodRollsByWidth } from './queries/good-rolls'
import { reworkHandlers } from './rework'
import { slittingHandlers, slittingShiftPack } from './slitting'
import { sumWoundFlows } from './wound-flows'

export const rollsServer = defineServer(rollsContract, {
  events: rollsEvents,
  questions: rollsQuestions,
  answerers: [
    answerQuestion(recentOutput, loadRecentOutput),
    answerQuestion(goodRollsByWidth, countGoodRollsByWidth),
    answerQuestion(rollsOnSlitters, listRollsOnSlitters),
    answerQuestion(hopperContents, calculateHopperContent),
    answerQuestion(woundFlows, sumWoundFlows),
  ],
  listeners: [
    listenTo(remnantScrapped, bookRemnantAsWaste),
    listenTo(hoppersChanged, updateLotsAfterHopperChange),
    listenTo(residenceChanged, resetLotCounts),
  ],
  handlers: [
    ...windHandlers,
    ...editHandlers,
    countPrintedLabels,
    jumboNow.listCurrentRolls,
    jumboNow.loadRollLength,
    jumboNow.countRolls,
    jumboNow.listOrdersAtLine,
    jumboNow.addOrderRemark,
    lists.listUncutNumbers,
    lists.listUncutRolls,
    lists.listTeamDoffs,
    lists.sumTeamOutput,
    lists.findJumboInfo,
    handle(winderRuns, runs.listWinderRuns),
    handle(slitterRuns, runs.listSlitterRuns),
    ...runs.turnHandlers,
    ...slittingHandlers,
    ...holdHandlers,
    ...reworkHandlers,
  ],
  jobs: [{ name: 'lots-of-rolls', everySeconds: 10, run: countPendingLines }],
  codeLookups: [
    { kind: 'jumboRoll', resource: jumboRoll, codeField: 'number' },
    { kind: 'slitRoll', resource: slitRoll, codeField: 'number' },
  ],
  shiftPack: [
    ...slittingShiftPack,
    {
      resource: 'hold',
      where: `state in (${toSqlLiterals(activeHoldStates)})`,
      keys: ['rollInteractiveView', 'divideInteractiveView', 'qualityTrackingView'],
    },
    {
      resource: 'jumboRoll',
      where: `state in (${toSqlLiterals(presentJumboStates)}) and started_at > now() - interval '30 days' or doffed_at > now() - interval '2 days'`,
      // Inspectors find rolls by their label in a hall without signal.
      keys: ['rollInteractiveView', 'divideInteractiveView', 'qualitySheetAdd'],
    },
    {
      resource: 'machineRun',
      where: `off_at is null or on_at > now() - interval '1 day'`,
      keys: ['rollInteractiveView', 'divideInteractiveView'],
    },
  ],
})
