import { defineServer, handle } from '@/server/area'
import { boardsContract } from '../contract'
import * as board from '../contract/board-endpoints'
import { readBoardSetting, setBoardSetting } from '../contract/board-setting'
import { readDemonstration, setDemonstration } from '../contract/demonstration'
import * as lobby from '../contract/lobby-endpoints'
import { enterLobby, lobbyLinkList, makeLobbyLink, revokeLobbyLink } from '../contract/lobby-link'
import { productionPrediction } from '../contract/prediction'
import * as target from '../contract/target-endpoints'
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
    handle(board.lineBoard, readLineBoard),
    handle(board.setLineBoard, changeLineBoard),
    handle(board.currentLineCells, readCurrentLineCells),
    handle(board.lineMonthBoard, readLineMonthBoard),
    handle(board.setLineMonthBoard, changeLineMonthBoard),
    handle(board.teamBoard, readTeamBoard),
    handle(board.setTeamBoard, changeTeamBoard),
    handle(board.teamMonthBoard, readTeamMonthBoard),
    handle(board.setTeamMonthBoard, changeTeamMonthBoard),
    handle(target.lineTargets, readLineTargets),
    handle(target.setLineTargets, writeLineTargets),
    handle(target.teamTargets, readTeamTargets),
    handle(target.setTeamTargets, writeTeamTargets),
    handle(readBoardSetting, loadBoardSetting),
    handle(setBoardSetting, saveBoardSetting),
    handle(lobby.readLobbySetting, loadScreenSetting),
    handle(lobby.setLobbySetting, saveScreenSetting),
    handle(lobby.lobbyNotices, loadScreenNotices),
    handle(lobby.lobbyHeadlines, loadHeadlineScene),
    handle(lobby.lobbyOutput, loadOutputScene),
    handle(lobby.lobbyEnergy, loadEnergyScene),
    handle(lobby.lobbyOrders, loadOrderScene),
    handle(lobby.lobbyScreenData, loadScreenData),
    handle(lobbyLinkList, listScreenLinks),
    handle(makeLobbyLink, createScreenLink),
    handle(revokeLobbyLink, revokeScreenLink),
    handle(enterLobby, enterByScreenLink),
    handle(readDemonstration, loadSlideshow),
    handle(setDemonstration, saveSlideshow),
    handle(productionPrediction, predictProduction),
  ],
  jobs: [{ name: 'plan-snapshot', everySeconds: 3600, run: storePlanSnapshot }],
  services: [notifyScreens],
})
