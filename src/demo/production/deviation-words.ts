import { toTexts } from '../bilingual-text'

/** Typical deviations: kind, defect, problem, cause, measure. */
export const deviationCases = [
  [
    'product',
    'hole',
    toTexts('分切时发现连续破洞', 'Continuous holes found in slitting'),
    toTexts('纺丝组件漏料', 'Spin pack leaks polymer'),
    toTexts('更换组件并清理喷丝板', 'Spin pack changed, spinneret cleaned'),
  ],
  [
    'product',
    'streak',
    toTexts('布面纵向条纹', 'Machine-direction streaks in the web'),
    toTexts('模头唇口积碳', 'Carbon build-up on the die lips'),
    toTexts('清理模头，缩短清理周期', 'Die cleaned, cleaning interval shortened'),
  ],
  [
    'process',
    'thinWeb',
    toTexts('克重横向不匀', 'Basis weight uneven across the width'),
    toTexts('抽吸风量偏移', 'Suction air volume drifted'),
    toTexts('重新标定风量并加入点检', 'Air volume recalibrated and added to the round'),
  ],
  [
    'material',
    'gel',
    toTexts('晶点超标', 'Gels above the limit'),
    toTexts('母粒分散不良', 'Masterbatch poorly dispersed'),
    toTexts('更换母粒批次，通知供应商', 'Masterbatch lot changed, supplier informed'),
  ],
  [
    'equipment',
    'oilStain',
    toTexts('布面油污', 'Oil stains on the web'),
    toTexts('压辊轴承渗油', 'Press roll bearing leaks oil'),
    toTexts('更换油封', 'Oil seal replaced'),
  ],
  [
    'complaint',
    'wrinkle',
    toTexts('客户反映端面皱折', 'Customer reports wrinkled roll edges'),
    toTexts('分切张力设定偏低', 'Slitting tension set too low'),
    toTexts('修订张力工艺并培训', 'Tension standard revised, people trained'),
  ],
] as const

/** Problems reported to suppliers. */
export const supplierProblems = [
  toTexts('颜色色差超标', 'Colour difference above the limit'),
  toTexts('熔指偏低', 'MFR too low'),
  toTexts('包装破损、受潮', 'Packaging damaged, contents damp'),
  toTexts('纸芯内径偏小', 'Core inside diameter too small'),
] as const
