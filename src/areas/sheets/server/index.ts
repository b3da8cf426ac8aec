import { factRefused, factWritten, openInMonth } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { handleCommand } from '@/server/crud/handle-command'
import { answerQuestion, listenTo } from '@/server/events'
import { sheetsContract } from '../contract'
import * as alterCalls from '../contract/alter-calls'
import * as assessmentCalls from '../contract/assessment'
import * as closingCalls from '../contract/closing'
import * as detail from '../contract/detail-sheets'
import * as figure from '../contract/figure-sheets'
import * as io from '../contract/input-output'
import type { PresetName } from '../rules/presets'
import { alter, now, recount } from './alter'
import * as assessment from './assessment'
import { checklist, openIn } from './closing'
import { finished, material } from './detail-sheets'
import { figureSheetOf } from './figure-sheet'
import { energy, quality, stops } from './figure-sheets'
import { anyFile, figureFile, finishedFileOf, hoursFileOf, materialFile, sheetHandler, stopsFile } from './files'
import { addCorrection, hours } from './hours'
import { choices, inputs, outputs } from './input-output'
import { addInput, addOutput, changeInput, changeOutput, removeInput, removeOutput } from './input-output-lines'
import * as month from './input-output-month'
import { assessmentFile, inputFileOf, monthFile, outputFileOf } from './io-files'
import { keep } from './kept'
import { decide, keepLate } from './late'

/** Handler of a metric report with the given preset. */
const figures = (endpoint: typeof figure.anySheet | typeof figure.batchEnergySheet, preset: PresetName) =>
  sheetHandler(
    endpoint,
    (ctx, input) => figureSheetOf(ctx, preset, input),
    (ctx, input) => figureFile(ctx, preset, input),
  )
export const sheetsServer = defineServer(sheetsContract, {
  handlers: [
    sheetHandler(figure.qualitySheet, quality, (ctx, input) => figureFile(ctx, 'quality', input)),
    sheetHandler(figure.energySheet, energy, (ctx, input) => figureFile(ctx, 'energy', input)),
    figures(figure.batchEnergySheet, 'batchEnergy'),
    figures(figure.monthlyOutputSheet, 'monthlyOutput'),
    figures(figure.shiftEnergySheet, 'energyShift'),
    figures(figure.anySheet, 'atWill'),
    handle(figure.anySheetFile, (ctx, input) => figureFile(ctx, 'atWill', input)),
    sheetHandler(figure.stopSheet, stops, stopsFile),
    sheetHandler(detail.materialSheet, material, materialFile),
    sheetHandler(detail.finishedSheet, finished, finishedFileOf),
    handle(detail.finishedFile, finishedFileOf),
    sheetHandler(detail.hoursSheet, hours, hoursFileOf),
    handle(detail.hoursFile, hoursFileOf),
    handle(detail.hoursCorrection.endpoints.create, addCorrection),
    handle(detail.keepMaterial, keep('material')),
    handle(detail.keepFinished, keep('finished')),
    handle(detail.keepEnergy, keep('energy')),
    handle(detail.sheetFile, anyFile),
    handle(alterCalls.figureNow, now),
    handle(alterCalls.alterFigure, alter),
    handle(alterCalls.recountSheet, recount),
    sheetHandler(io.inputSheet, inputs, inputFileOf),
    handle(io.inputFile, inputFileOf),
    sheetHandler(io.outputSheet, outputs, outputFileOf),
    handle(io.outputFile, outputFileOf),
    handle(io.inputChoices, choices),
    handle(io.inputLine.endpoints.create, addInput),
    handle(io.inputLine.endpoints.update, changeInput),
    handle(io.inputLine.endpoints.remove, removeInput),
    handle(io.outputLine.endpoints.create, addOutput),
    handle(io.outputLine.endpoints.update, changeOutput),
    handle(io.outputLine.endpoints.remove, removeOutput),
    sheetHandler(io.monthSheet, month.sheet, monthFile),
    handle(io.rollUpMonth, month.rollUp),
    handleCommand(io.approveStatistics, month.approve, month.monthsAlone),
    handleCommand(io.approveFinance, month.decide, month.monthsAlone),
    handleCommand(io.takeBackMonth, month.decide, month.monthsAlone),
    sheetHandler(assessmentCalls.assessTeams, assessment.sheet, assessmentFile),
    handle(assessmentCalls.assessmentFile, assessmentFile),
    handle(assessmentCalls.makeAssessment, assessment.make),
    handle(closingCalls.monthChecklist, checklist),
    handle(closingCalls.decideLate, decide),
  ],
  listeners: [listenTo(factWritten, month.followFact), listenTo(factRefused, keepLate)],
  answerers: [answerQuestion(openInMonth, openIn)],
})
