import { defineServer } from '@/server/area'
import { boardsContract } from '../contract'
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
    loadBoardSetting,
    saveBoardSetting,
    loadScreenSetting,
    saveScreenSetting,
    loadScreenNotices,
    loadHeadlineScene,
    loadOutputScene,
    loadEnergyScene,
    loadOrderScene,
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
