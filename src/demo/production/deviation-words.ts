import { toBilingualText } from '../bilingual-text'

/** Typical deviations: kind, defect, problem, cause, measure. */
export const deviationCases = [
  [
    'product',
    'hole',
    toBilingualText('分切时发现连续破洞', 'Continuous holes found in slitting'),
    toBilingualText('纺丝组件漏料', 'Spin pack leaks polymer'),
    toBilingualText('更换组件并清理喷丝板', 'Spin pack changed, spinneret cleaned'),
  ],
  [
    'product',
    'streak',
    toBilingualText('布面纵向条纹', 'Machine-direction streaks in the web'),
    toBilingualText('模头唇口积碳', 'Carbon build-up on the die lips'),
    toBilingualText('清理模头，缩短清理周期', 'Die cleaned, cleaning interval shortened'),
  ],
  [
    'process',
    'thinWeb',
    toBilingualText('克重横向不匀', 'Basis weight uneven across the width'),
    toBilingualText('抽吸风量偏移', 'Suction air volume drifted'),
    toBilingualText('重新标定风量并加入点检', 'Air volume recalibrated and added to the round'),
  ],
  [
    'material',
    'gel',
    toBilingualText('晶点超标', 'Gels above the limit'),
    toBilingualText('母粒分散不良', 'Masterbatch poorly dispersed'),
    toBilingualText('更换母粒批次，通知供应商', 'Masterbatch lot changed, supplier informed'),
  ],
  [
    'equipment',
    'oilStain',
    toBilingualText('布面油污', 'Oil stains on the web'),
    toBilingualText('压辊轴承渗油', 'Press roll bearing leaks oil'),
    toBilingualText('更换油封', 'Oil seal replaced'),
  ],
  [
    'complaint',
    'wrinkle',
    toBilingualText('客户反映端面皱折', 'Customer reports wrinkled roll edges'),
    toBilingualText('分切张力设定偏低', 'Slitting tension set too low'),
    toBilingualText('修订张力工艺并培训', 'Tension standard revised, people trained'),
  ],
] as const

/** Problems reported to suppliers. */
export const supplierProblems = [
  toBilingualText('颜色色差超标', 'Colour difference above the limit'),
  toBilingualText('熔指偏低', 'MFR too low'),
  toBilingualText('包装破损、受潮', 'Packaging damaged, contents damp'),
  toBilingualText('纸芯内径偏小', 'Core inside diameter too small'),
] as const
