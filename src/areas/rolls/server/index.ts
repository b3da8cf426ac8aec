import {
  certifiedAs,
  eventsOfOrder,
  failedChecks,
  goodRollsByWidth,
  hoppersChanged,
  insideHoppers,
  materialRemoved,
  notReleased,
  recentOutput,
  residenceChanged,
  rollsOnSlitters,
  woundFlows,
} from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { toSqlLiterals } from '@/server/crud/statements'
import { answerQuestion, listenTo } from '@/server/events'
import { rollsContract } from '../contract'
import { recallList, recallSheet } from '../contract/hold'
import { jumboRoll } from '../contract/jumbo-roll'
import { lotBalance } from '../contract/lot-balance'
import { derivePelletSources, pelletSource } from '../contract/pellet-source'
import { rollPackage, slitRoll } from '../contract/slitting'
import {
  jumboInfo,
  orderAtLine,
  printedLabel,
  remarkOrder,
  rollCount,
  rollLength,
  rollNow,
  teamDoffs,
  teamOutput,
  uncutNumbers,
  uncutRolls,
} from '../contract/jumbo-calls'
import { slitterRuns, winderRuns } from '../contract/machine-run'
import { standing } from '../rules/hold'
import { present as presentStates } from '../rules/jumbo-roll'
import { holdHandlers } from './hold/hold'
import { recall, recallExcel } from './hold/recall'
import { editHandlers } from './jumbo-edit'
import * as lists from './jumbo-lists'
import { balanceOfLot } from './lots/balance'
import { changed, countAnew, countLines, inside } from './lots/count'
import * as present from './jumbo-now'
import { windHandlers } from './jumbo-wind'
import { printed } from './labels'
import * as runs from './machine-run'
import { movementsOfRolls } from './movements'
import { eventsAtLines, goodByWidth, onSlitters, recentOutputOf } from './order-output'
import { derive, deriveMissingSources } from './pellets/derive-sources'
import { addSource, changeSource, dropSources } from './pellets/sources'
import { reworkHandlers } from './rework'
import { slittingHandlers, slittingPack } from './slitting'
import { woundFlowsOf } from './wound-flows'

export const rollsServer = defineServer(rollsContract, {
  questions: [notReleased, certifiedAs, failedChecks],
  answerers: [
    answerQuestion(recentOutput, recentOutputOf),
    answerQuestion(eventsOfOrder, eventsAtLines),
    answerQuestion(goodRollsByWidth, goodByWidth),
    answerQuestion(rollsOnSlitters, onSlitters),
    answerQuestion(insideHoppers, inside),
    answerQuestion(woundFlows, woundFlowsOf),
  ],
  followers: [movementsOfRolls],
  listeners: [
    listenTo(hoppersChanged, changed),
    listenTo(residenceChanged, countAnew),
    listenTo(materialRemoved, dropSources),
  ],
  handlers: [
    ...windHandlers,
    ...editHandlers,
    handle(printedLabel, printed),
    handle(rollNow, present.now),
    handle(rollLength, present.length),
    handle(rollCount, present.count),
    handle(orderAtLine, present.atLine),
    handle(remarkOrder, present.remark),
    handle(uncutNumbers, lists.uncutList),
    handle(uncutRolls, lists.uncut),
    handle(teamDoffs, lists.ofTeam),
    handle(teamOutput, lists.pull),
    handle(jumboInfo, lists.info),
    handle(winderRuns, runs.winder),
    handle(slitterRuns, runs.slitter),
    ...runs.turnHandlers,
    ...slittingHandlers,
    handle(lotBalance, balanceOfLot),
    ...holdHandlers,
    ...reworkHandlers,
    handle(recallList, recall),
    handle(recallSheet, recallExcel),
    handle(pelletSource.endpoints.create, addSource),
    handle(pelletSource.endpoints.update, changeSource),
    handle(derivePelletSources, derive),
  ],
  jobs: [
    { name: 'lots-of-rolls', everySeconds: 10, run: countLines },
    { name: 'pellet-sources', everySeconds: 600, run: deriveMissingSources },
  ],
  codes: [
    { kind: 'jumboRoll', resource: jumboRoll, codeField: 'number' },
    { kind: 'slitRoll', resource: slitRoll, codeField: 'number' },
    { kind: 'package', resource: rollPackage, codeField: 'number' },
  ],
  shiftPack: [
    ...slittingPack,
    {
      resource: 'hold',
      where: `state in (${toSqlLiterals(standing)})`,
      keys: ['rollInteractiveView', 'divideInteractiveView', 'qualityTrackingView'],
    },
    {
      resource: 'jumboRoll',
      where: `state in (${toSqlLiterals(presentStates)}) and started_at > now() - interval '30 days' or doffed_at > now() - interval '2 days'`,
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
