import { defineArea } from '@/contract/area'
import { boardCalls } from './board-calls'
import { boardSetting, readBoardSetting, setBoardSetting } from './board-setting'
import { demonstration, readDemonstration, setDemonstration } from './demonstration'
import { lobbyCalls, lobbyNotice, lobbySetting } from './lobby-calls'
import { lobbyLink, lobbyLinkCalls } from './lobby-link'
import { planSnapshot, productionPrediction } from './prediction'
import { targetCalls, targetChange } from './target-calls'

/** Boards of lines and teams, large screens, the slide show and the forecast. */
export const boardsContract = defineArea({
  name: 'boards',
  pages: ['dataCenter', 'dataDemonstration', 'trendForecast'],
  resources: [boardSetting, targetChange, lobbySetting, lobbyNotice, lobbyLink, demonstration, planSnapshot],
  endpoints: [
    ...boardCalls,
    ...targetCalls,
    readBoardSetting,
    setBoardSetting,
    ...lobbyCalls,
    ...lobbyLinkCalls,
    readDemonstration,
    setDemonstration,
    productionPrediction,
  ],
})
