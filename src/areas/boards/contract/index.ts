import { defineArea } from '@/contract/area'
import { boardEndpoints } from './board-endpoints'
import { boardSetting, readBoardSetting, setBoardSetting } from './board-setting'
import { demonstration, readDemonstration, setDemonstration } from './demonstration'
import { lobbyEndpoints, lobbyNotice, lobbySetting } from './lobby-endpoints'
import { lobbyLink, lobbyLinkEndpoints } from './lobby-link'
import { planSnapshot, productionPrediction } from './prediction'
import { targetEndpoints, targetChange } from './target-endpoints'

/** Boards of lines and teams, large screens, the slide show and the forecast. */
export const boardsContract = defineArea({
  name: 'boards',
  pages: ['dataCenter', 'dataDemonstration', 'trendForecast'],
  resources: [boardSetting, targetChange, lobbySetting, lobbyNotice, lobbyLink, demonstration, planSnapshot],
  endpoints: [
    ...boardEndpoints,
    ...targetEndpoints,
    readBoardSetting,
    setBoardSetting,
    ...lobbyEndpoints,
    ...lobbyLinkEndpoints,
    readDemonstration,
    setDemonstration,
    productionPrediction,
  ],
})
