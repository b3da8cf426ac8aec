import { rollsEvents, rollsQuestions } from './events'
import { hoppersChanged, hopperContents } from '@/areas/feeding/server/events'
import { residenceChanged } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { toSqlLiterals } from '@/server/crud/statements'
import { answerQuestion, listenTo } from '@/server/events'
import { rollsContract } from '../contract'
import { jumboRoll } from '../contract/jumbo-roll'
import { slitterRuns, winderRuns } from '../contract/machine-run'
import { activeHoldStates } from '../rules/hold'
import { presentJumboStates } from '../rules/jumbo-roll'
import { holdHandlers } from './hold'
import { editHandlers } from './jumbo-edit'
import * as lists from './jumbo-lists'
import { updateLotsAfterHopperChange, resetLotCounts, countPendingLines } from './lots/count-lots'
import { calculateHopperContent } from './queries/hopper-content'
import * as winderQueries from './winder-queries'
import { windHandlers } from './jumbo-wind'
import { countPrintedLabels } from './labels'
import * as runs from './machine-run'

export const rollsServer = defineServer(rollsContract, {
  events: rollsEvents,
  questions: rollsQuestions,
  answerers: [answerQuestion(hopperContents, calculateHopperContent)],
  listeners: [listenTo(hoppersChanged, updateLotsAfterHopperChange), listenTo(residenceChanged, resetLotCounts)],
  handlers: [
    ...windHandlers,
    ...editHandlers,
    countPrintedLabels,
    winderQueries.listCurrentRolls,
    winderQueries.loadRollLength,
    winderQueries.countRolls,
    winderQueries.listOrdersAtLine,
    winderQueries.addOrderRemark,
    lists.listUncutNumbers,
    lists.listUncutRolls,
    lists.listTeamDoffs,
    lists.sumTeamOutput,
    handle(winderRuns, runs.listWinderRuns),
    handle(slitterRuns, runs.listSlitterRuns),
    ...runs.turnHandlers,
    ...holdHandlers,
  ],
  jobs: [{ name: 'lots-of-rolls', everySeconds: 10, run: countPendingLines }],
  codeLookups: [{ kind: 'jumboRoll', resource: jumboRoll, codeField: 'number' }],
  shiftPack: [
    {
      resource: 'hold',
      where: `state in (${toSqlLiterals(activeHoldStates)})`,
      access: ['rollInteractiveView', 'divideInteractiveView', 'qualityTrackingView'],
    },
    {
      resource: 'jumboRoll',
      where: `state in (${toSqlLiterals(presentJumboStates)}) and started_at > now() - interval '30 days' or doffed_at > now() - interval '2 days'`,
      // Inspectors find rolls by their label in a hall without signal.
      access: ['rollInteractiveView', 'divideInteractiveView', 'qualitySheetAdd'],
    },
    {
      resource: 'machineRun',
      where: `off_at is null or on_at > now() - interval '1 day'`,
      access: ['rollInteractiveView', 'divideInteractiveView'],
    },
  ],
})
