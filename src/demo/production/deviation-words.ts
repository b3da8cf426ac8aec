import { both } from '../said'

/** Typical deviations: kind, defect, problem, cause, measure. */
export const deviationCases = [
  [
    'product',
    'hole',
    both('分切时发现连续破洞', 'Continuous holes found in slitting'),
    both('纺丝组件漏料', 'Spin pack leaks polymer'),
    both('更换组件并清理喷丝板', 'Spin pack changed, spinneret cleaned'),
  ],
  [
    'product',
    'streak',
    both('布面纵向条纹', 'Machine-direction streaks in the web'),
    both('模头唇口积碳', 'Carbon build-up on the die lips'),
    both('清理模头，缩短清理周期', 'Die cleaned, cleaning interval shortened'),
  ],
  [
    'process',
    'thinWeb',
    both('克重横向不匀', 'Basis weight uneven across the width'),
    both('抽吸风量偏移', 'Suction air volume drifted'),
    both('重新标定风量并加入点检', 'Air volume recalibrated and added to the round'),
  ],
  [
    'material',
    'gel',
    both('晶点超标', 'Gels above the limit'),
    both('母粒分散不良', 'Masterbatch poorly dispersed'),
    both('更换母粒批次，通知供应商', 'Masterbatch lot changed, supplier informed'),
  ],
  [
    'equipment',
    'oilStain',
    both('布面油污', 'Oil stains on the web'),
    both('压辊轴承渗油', 'Press roll bearing leaks oil'),
    both('更换油封', 'Oil seal replaced'),
  ],
  [
    'complaint',
    'wrinkle',
    both('客户反映端面皱折', 'Customer reports wrinkled roll edges'),
    both('分切张力设定偏低', 'Slitting tension set too low'),
    both('修订张力工艺并培训', 'Tension standard revised, people trained'),
  ],
] as const

/** Problems reported to suppliers. */
export const supplierProblems = [
  both('颜色色差超标', 'Colour difference above the limit'),
  both('熔指偏低', 'MFR too low'),
  both('包装破损、受潮', 'Packaging damaged, contents damp'),
  both('纸芯内径偏小', 'Core inside diameter too small'),
] as const
