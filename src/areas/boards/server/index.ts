import { defineServer, handle } from '@/server/area'
import { boardsContract } from '../contract'
import * as board from '../contract/board-calls'
import { readBoardSetting, setBoardSetting } from '../contract/board-setting'
import { readDemonstration, setDemonstration } from '../contract/demonstration'
import * as lobby from '../contract/lobby-calls'
import { enterLobby, lobbyScreens, makeLobbyLink, revokeLobbyLink } from '../contract/lobby-link'
import { productionPrediction } from '../contract/prediction'
import * as target from '../contract/target-calls'
import { readFresh, readLineBoard, readLineMonth, readTeamBoard, readTeamMonth } from './boards'
import { changeLineDay, changeLineMonth, changeTeamDay, changeTeamMonth } from './edit-board'
import { readEnergy, readHeadlines, readOrders, readOutput } from './lobby'
import { enter, listLinks, makeLink, revokeLink } from './lobby-links'
import { readAll, readNotices, readScreen, writeScreen } from './lobby-setting'
import { keepPlan, predict } from './prediction'
import { readSlides, settingOf, writeSetting, writeSlides } from './setting'
import { readLineTargets, readTeamTargets, writeLineTargets, writeTeamTargets } from './targets'
import { tellScreens } from './tell-screens'

export const boardsServer = defineServer(boardsContract, {
  handlers: [
    handle(board.lineBoard, readLineBoard),
    handle(board.setLineBoard, changeLineDay),
    handle(board.freshLineBoard, readFresh),
    handle(board.lineMonth, readLineMonth),
    handle(board.setLineMonth, changeLineMonth),
    handle(board.teamBoard, readTeamBoard),
    handle(board.setTeamBoard, changeTeamDay),
    handle(board.teamMonth, readTeamMonth),
    handle(board.setTeamMonth, changeTeamMonth),
    handle(target.lineTargets, readLineTargets),
    handle(target.setLineTargets, writeLineTargets),
    handle(target.teamTargets, readTeamTargets),
    handle(target.setTeamTargets, writeTeamTargets),
    handle(readBoardSetting, settingOf),
    handle(setBoardSetting, writeSetting),
    handle(lobby.readLobby, readScreen),
    handle(lobby.setLobby, writeScreen),
    handle(lobby.lobbyNotices, readNotices),
    handle(lobby.lobbyHeadlines, readHeadlines),
    handle(lobby.lobbyOutput, readOutput),
    handle(lobby.lobbyEnergy, readEnergy),
    handle(lobby.lobbyOrders, readOrders),
    handle(lobby.lobbyScreen, readAll),
    handle(lobbyScreens, listLinks),
    handle(makeLobbyLink, makeLink),
    handle(revokeLobbyLink, revokeLink),
    handle(enterLobby, enter),
    handle(readDemonstration, readSlides),
    handle(setDemonstration, writeSlides),
    handle(productionPrediction, predict),
  ],
  jobs: [{ name: 'plan-snapshot', everySeconds: 3600, run: keepPlan }],
  services: [tellScreens],
})
