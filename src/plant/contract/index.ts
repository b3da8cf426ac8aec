import { defineArea } from '@/contract/area'
import { line, plantArea } from './line'
import { sendSpeeds, speedCurve } from './line-speed'
import { explainStop, lineStop, stopReason } from './line-stop'
import { requestMonthReopening, closeMonth, keepMonthClosed, plantMonth, reopenMonth } from './plant-month'
import { plantBrand, setPlantBrand, publicPlantBrand } from './plant-brand'
import { plantSetting, setPlantSetting } from './plant-setting'
import { shiftRotation } from './rotation'

/** Contract of the plant, on which every area builds: lines and their stops, halls, shifts, teams and settings. */
export const plantContract = defineArea({
  name: 'plant',
  resources: [line, plantArea, plantSetting, plantBrand, shiftRotation, stopReason, lineStop, plantMonth],
  endpoints: [
    setPlantSetting,
    setPlantBrand,
    publicPlantBrand,
    closeMonth,
    requestMonthReopening,
    reopenMonth,
    keepMonthClosed,
    explainStop,
    sendSpeeds,
    speedCurve,
  ],
})
