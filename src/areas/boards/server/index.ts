import { defineServer, handle } from '@/server/area'
import { boardsContract } from '../contract'
import { readBoardSetting } from '../contract/board-setting'
import * as lobby from '../contract/lobby-endpoints'
import {
  readCurrentLineCells,
  readLineBoard,
  readLineMonthBoard,
  readTeamBoard,
  readTeamMonthBoard,
} from './read-boards'
import { changeLineBoard, changeLineMonthBoard, changeTeamBoard, changeTeamMonthBoard } from './edit-board'
import { loadEnergyScene, loadHeadlineScene, loadOrderScene, loadOutputScene } from './screen-scenes'
import { enterByScreenLink, listScreenLinks, createScreenLink, revokeScreenLink } from './screen-links'
import { loadScreenData, loadScreenNotices, loadScreenSetting, saveScreenSetting } from './screen-data'
import { storePlanSnapshot, predictProduction } from './predict-production'
import { loadSlideshow, loadBoardSetting, saveBoardSetting, saveSlideshow } from './board-setting'
import { readLineTargets, readTeamTargets, writeLineTargets, writeTeamTargets } from './targets'
import { notifyScreens } from './share-answer'

export const boardsServer = defineServer(boardsContract, {
  handlers: [
    readLineBoard,
    changeLineBoard,
    readCurrentLineCells,
    readLineMonthBoard,
    changeLineMonthBoard,
    readTeamBoard,
    changeTeamBoard,
    readTeamMonthBoard,
    changeTeamMonthBoard,
    readLineTargets,
    writeLineTargets,
    readTeamTargets,
    writeTeamTargets,
    handle(readBoardSetting, loadBoardSetting),
    saveBoardSetting,
    handle(lobby.readLobbySetting, loadScreenSetting),
    saveScreenSetting,
    handle(lobby.lobbyNotices, loadScreenNotices),
    handle(lobby.lobbyHeadlines, loadHeadlineScene),
    handle(lobby.lobbyOutput, loadOutputScene),
    handle(lobby.lobbyEnergy, loadEnergyScene),
    handle(lobby.lobbyOrders, loadOrderScene),
    loadScreenData,
    listScreenLinks,
    createScreenLink,
    revokeScreenLink,
    enterByScreenLink,
    loadSlideshow,
    saveSlideshow,
    predictProduction,
  ],
  jobs: [{ name: 'plan-snapshot', everySeconds: 3600, run: storePlanSnapshot }],
  services: [notifyScreens],
})
