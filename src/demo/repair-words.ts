import { both } from './said'

/** Why a repair was sent back, why a report was taken back, and what is added to what was done. */
export const rejections = [
  both('试机仍有异响', 'Still noisy on the test run'),
  both('温度仍不稳定', 'Temperature still not stable'),
  both('防护罩未复位', 'Guard not refitted'),
  both('现场未清理', 'Workplace not cleaned up'),
  both('故障重复出现', 'The fault came back'),
] as const
export const withdrawals = [
  both('误报，设备正常', 'False alarm, machine in order'),
  both('重复报修', 'Reported twice'),
  both('操作恢复后正常', 'In order again after a reset by the operator'),
] as const
export const remedies = [
  both('，试机正常', '; test run OK'),
  both('，空载负载各运行 10 min 正常', '; ran 10 min each without and under load, OK'),
  both('，已恢复生产', '; back in production'),
  both('，观察一班', '; to be watched for one shift'),
] as const
