import type { equipmentCategories } from '@/areas/equipment/contract/equipment'
import type { GroupName } from './groups'
import type { AreaKey, DemoLineKind } from './lines'

export interface MachineKind {
  readonly stem: string
  readonly name: string
  readonly nameEn: string
  readonly group: GroupName
  readonly category: (typeof equipmentCategories)[number]
  readonly area: AreaKey
  readonly power: number
  readonly criticality: 'A' | 'B' | 'C'
  readonly count: number
}
const defineKind = (
  stem: string,
  name: string,
  nameEn: string,
  group: GroupName,
  category: MachineKind['category'],
  area: AreaKey,
  power: number,
  criticality: MachineKind['criticality'],
  count = 1,
): MachineKind => ({ stem, name, nameEn, group, category, area, power, criticality, count })

/** Machines that every web line has. */
const commonMachines: readonly MachineKind[] = [
  defineKind('VF', '真空吸料机', 'Vacuum feeder', 'conveying', 'feeding', 'feeding', 7.5, 'B', 2),
  defineKind('GD', '失重式计量秤', 'Gravimetric doser', 'conveying', 'feeding', 'feeding', 2.2, 'A'),
  defineKind('MX', '混料斗', 'Mixing hopper', 'conveying', 'feeding', 'feeding', 3, 'C'),
  defineKind('WF', '成网机', 'Web former', 'former', 'forming', 'forming', 55, 'A'),
  defineKind('WB', '网帘纠偏装置', 'Belt tracking unit', 'former', 'forming', 'forming', 1.5, 'B'),
  defineKind('PR', '压实辊', 'Compaction roll', 'former', 'forming', 'forming', 5.5, 'B'),
  defineKind('SF', '网下抽吸风机', 'Suction fan', 'blower', 'forming', 'forming', 160, 'A', 2),
  defineKind('WD', '卷绕机', 'Winder', 'winder', 'winding', 'winding', 45, 'A'),
  defineKind('CC', '横切装置', 'Cross cutter', 'winder', 'winding', 'winding', 4, 'A'),
  defineKind('RH', '接卷吊运装置', 'Roll handling hoist', 'lifting', 'lifting', 'winding', 7.5, 'B'),
  defineKind('ET', '边料回收风机', 'Edge trim fan', 'blower', 'winding', 'winding', 15, 'C'),
  defineKind('BW', '在线克重仪', 'Basis weight scanner', 'inspection', 'measuring', 'winding', 1, 'B'),
  defineKind('VI', '在线疵点检测仪', 'Web inspection system', 'inspection', 'measuring', 'winding', 3, 'B'),
  defineKind('MD', '金属检测器', 'Metal detector', 'inspection', 'measuring', 'feeding', 0.5, 'C'),
  defineKind('PC', 'PLC控制柜', 'PLC cabinet', 'panel', 'electrical', 'hall', 5, 'A'),
  defineKind('DC', '传动柜', 'Drive cabinet', 'panel', 'electrical', 'hall', 250, 'A', 2),
  defineKind('TC', '温控柜', 'Temperature control cabinet', 'panel', 'electrical', 'hall', 300, 'A', 2),
  defineKind('UP', '不间断电源', 'UPS', 'panel', 'electrical', 'hall', 10, 'C'),
  defineKind('CR', '行车', 'Bridge crane', 'lifting', 'lifting', 'hall', 13, 'B', 2),
  defineKind('SE', '静电消除器', 'Static eliminator', 'inspection', 'forming', 'winding', 1, 'C', 2),
  defineKind('WM', '卷绕主传动', 'Winder drive', 'drive', 'winding', 'winding', 37, 'A', 2),
  defineKind('BM', '网带主传动', 'Belt drive', 'drive', 'forming', 'forming', 45, 'A'),
  defineKind('SI', '原料料仓', 'Resin silo', 'conveying', 'feeding', 'yard', 4, 'C', 2),
]
const bondingMachines: readonly MachineKind[] = [
  defineKind('CA', '热轧机', 'Calender', 'calender', 'bonding', 'forming', 90, 'A'),
  defineKind('CH', '热轧液压站', 'Calender hydraulics', 'calender', 'bonding', 'forming', 11, 'A'),
  defineKind('CD', '热轧主传动', 'Calender drive', 'drive', 'bonding', 'forming', 75, 'A', 2),
  defineKind('OT', '热轧模温机', 'Calender oil heater', 'boiler', 'thermalOil', 'forming', 120, 'A'),
  defineKind('OI', '上油机', 'Oiling machine', 'oiling', 'coating', 'forming', 5.5, 'B'),
  defineKind('DR', '烘箱', 'Dryer', 'dryer', 'drying', 'forming', 30, 'B'),
  defineKind('DF', '烘箱循环风机', 'Dryer fan', 'blower', 'drying', 'forming', 22, 'B', 2),
]
/** Builds one set of spunbond machines per beam. */
const buildSpunbondMachines = (beams: number): readonly MachineKind[] => [
  defineKind('EX', '螺杆挤出机', 'Extruder', 'extruder', 'extrusion', 'spinning', 250, 'A', beams),
  defineKind('EM', '挤出机主电机', 'Extruder motor', 'drive', 'extrusion', 'spinning', 250, 'A', beams),
  defineKind('SC', '换网器', 'Screen changer', 'extruder', 'extrusion', 'spinning', 4, 'A', beams),
  defineKind('MP', '计量泵', 'Metering pump', 'metering', 'spinning', 'spinning', 11, 'A', beams * 2),
  defineKind('SB', '纺丝箱体', 'Spin beam', 'die', 'spinning', 'spinning', 120, 'A', beams),
  defineKind('QB', '侧吹风机', 'Quench blower', 'blower', 'drawing', 'spinning', 75, 'A', beams),
  defineKind('DU', '牵伸器', 'Drawing unit', 'die', 'drawing', 'spinning', 3, 'A', beams),
  defineKind('DB', '牵伸风机', 'Drawing blower', 'blower', 'drawing', 'spinning', 200, 'A', beams),
  defineKind('ME', '单体抽吸机', 'Monomer exhaust', 'exhaust', 'spinning', 'spinning', 18.5, 'B', beams),
]
const buildMeltblownMachines = (beams: number): readonly MachineKind[] => [
  defineKind('MX1', '熔喷挤出机', 'Meltblown extruder', 'extruder', 'extrusion', 'spinning', 132, 'A', beams),
  defineKind('MM', '熔喷计量泵', 'Meltblown metering pump', 'metering', 'spinning', 'spinning', 7.5, 'A', beams),
  defineKind('MH', '熔喷模头', 'Meltblown die', 'die', 'spinning', 'spinning', 60, 'A', beams),
  defineKind('HB', '热风机', 'Hot blast blower', 'blower', 'spinning', 'spinning', 200, 'A', beams),
  defineKind('HH', '热风加热器', 'Hot air heater', 'heater', 'spinning', 'spinning', 450, 'A', beams),
  defineKind('ML', '模头升降装置', 'Die lift', 'former', 'spinning', 'spinning', 5.5, 'B', beams),
  defineKind('MS', '熔喷抽吸风机', 'Meltblown suction fan', 'blower', 'forming', 'forming', 132, 'A', beams),
]

const slitterMachines: readonly MachineKind[] = [
  defineKind('UW', '放卷机', 'Unwinder', 'slitter', 'slitting', 'slitting', 11, 'A'),
  defineKind('KS', '圆刀刀轴', 'Knife shaft', 'slitter', 'slitting', 'slitting', 7.5, 'A'),
  defineKind('RW', '收卷机', 'Rewinder', 'slitter', 'slitting', 'slitting', 22, 'A'),
  defineKind('TN', '张力控制器', 'Tension control', 'slitter', 'slitting', 'slitting', 1, 'B'),
  defineKind('WG', '纠偏器', 'Web guide', 'slitter', 'slitting', 'slitting', 1, 'B'),
  defineKind('TF', '边料风机', 'Trim fan', 'blower', 'slitting', 'slitting', 11, 'B'),
  defineKind('SV', '伺服驱动柜', 'Servo cabinet', 'panel', 'electrical', 'slitting', 45, 'A'),
  defineKind('AS', '气胀轴', 'Air shaft', 'slitter', 'slitting', 'slitting', 0, 'C', 2),
  defineKind('RP', '推卷机', 'Roll pusher', 'fabric', 'slitting', 'slitting', 3, 'C'),
  defineKind('CT', '纸管切割机', 'Core cutter', 'fabric', 'slitting', 'slitting', 3, 'C'),
  defineKind('MD', '主传动电机', 'Main drive motor', 'drive', 'slitting', 'slitting', 30, 'A'),
  defineKind('CM', '分切疵点检测仪', 'Slitter camera', 'inspection', 'measuring', 'slitting', 2, 'C'),
  defineKind('LC', '安全光幕', 'Light curtain', 'safety', 'other', 'slitting', 0, 'A'),
  defineKind('HO', '上卷吊具', 'Loading hoist', 'lifting', 'lifting', 'slitting', 5.5, 'B'),
]
const utilityMachines: readonly MachineKind[] = [
  defineKind('BO', '有机热载体锅炉', 'Thermal oil boiler', 'boiler', 'thermalOil', 'boiler', 45, 'A', 3),
  defineKind('OP', '热油循环泵', 'Thermal oil pump', 'pump', 'thermalOil', 'boiler', 37, 'A', 6),
  defineKind('AC', '螺杆空压机', 'Screw air compressor', 'compressor', 'air', 'air', 132, 'A', 5),
  defineKind('AD', '冷干机', 'Air dryer', 'chiller', 'air', 'air', 7.5, 'B', 3),
  defineKind('AT', '储气罐', 'Air receiver', 'safety', 'air', 'air', 0, 'B', 4),
  defineKind('CW', '冷水机组', 'Water chiller', 'chiller', 'air', 'cooling', 280, 'A', 4),
  defineKind('CP', '冷冻水泵', 'Chilled water pump', 'pump', 'air', 'cooling', 30, 'B', 6),
  defineKind('KP', '冷却水泵', 'Cooling water pump', 'pump', 'air', 'cooling', 37, 'B', 6),
  defineKind('KT', '冷却塔', 'Cooling tower', 'blower', 'air', 'cooling', 15, 'B', 4),
  defineKind('TR', '干式变压器', 'Dry transformer', 'power', 'electrical', 'electrical', 1600, 'A', 4),
  defineKind('HV', '高压开关柜', 'High-voltage switchgear', 'power', 'electrical', 'electrical', 0, 'A', 8),
  defineKind('LV', '低压配电柜', 'Low-voltage switchboard', 'panel', 'electrical', 'electrical', 0, 'A', 12),
  defineKind('CB', '电容补偿柜', 'Capacitor bank', 'power', 'electrical', 'electrical', 0, 'B', 4),
  defineKind('GE', '柴油发电机', 'Diesel generator', 'drive', 'electrical', 'electrical', 400, 'B'),
  defineKind('AH', '组合式空调机组', 'Air handling unit', 'blower', 'air', 'yard', 30, 'B', 8),
  defineKind('DC', '除尘器', 'Dust collector', 'safety', 'other', 'yard', 22, 'C', 4),
  defineKind('UC', '超声波清洗机', 'Ultrasonic cleaner', 'fabric', 'other', 'workshop', 6, 'C', 2),
  defineKind('VO', '真空煅烧炉', 'Vacuum burn-out oven', 'heater', 'other', 'workshop', 48, 'B', 2),
  defineKind('GR', '边料造粒机', 'Recycling granulator', 'extruder', 'extrusion', 'workshop', 90, 'B', 2),
  defineKind('PK', '缠绕包装机', 'Stretch wrapper', 'fabric', 'packing', 'packing', 3, 'B', 4),
  defineKind('PL', '码垛机', 'Palletiser', 'fabric', 'packing', 'packing', 11, 'B', 2),
  defineKind('CV', '输送线', 'Conveyor', 'fabric', 'packing', 'packing', 7.5, 'B', 4),
  defineKind('FL', '电动叉车', 'Electric forklift', 'vehicle', 'lifting', 'store', 12, 'C', 10),
  defineKind('EL', '货梯', 'Goods lift', 'lifting', 'lifting', 'store', 15, 'B', 2),
  defineKind('WS', '电子地磅', 'Floor scale', 'laboratory', 'measuring', 'packing', 0, 'B', 6),
  defineKind('LT', '强力试验机', 'Tensile tester', 'laboratory', 'measuring', 'laboratory', 1, 'B', 2),
  defineKind('LA', '透气量仪', 'Air permeability tester', 'laboratory', 'measuring', 'laboratory', 1, 'C', 2),
  defineKind('LH', '静水压试验仪', 'Hydrohead tester', 'laboratory', 'measuring', 'laboratory', 1, 'C'),
  defineKind('LB', '电子天平', 'Balance', 'laboratory', 'measuring', 'laboratory', 0, 'C', 4),
  defineKind('LS', '液体穿透测试仪', 'Strike-through tester', 'laboratory', 'measuring', 'laboratory', 1, 'C', 2),
  defineKind('FP', '消防泵', 'Fire pump', 'pump', 'other', 'yard', 55, 'A', 3),
  defineKind('FA', '火灾报警主机', 'Fire alarm panel', 'safety', 'other', 'yard', 1, 'A', 2),
  defineKind('LI', '照明配电箱', 'Lighting board', 'panel', 'electrical', 'yard', 0, 'C', 8),
  defineKind('AP', '空气过滤器', 'Air filter', 'safety', 'air', 'air', 0, 'C', 4),
  defineKind('PH', '板式换热器', 'Plate heat exchanger', 'chiller', 'thermalOil', 'cooling', 0, 'B', 4),
  defineKind('VP', '真空泵', 'Vacuum pump', 'pump', 'air', 'workshop', 7.5, 'C', 2),
  defineKind('WT', '软水处理装置', 'Water softener', 'pump', 'other', 'cooling', 4, 'C', 2),
]

/** Machines of a line by its kind. */
export const machinesByLineKind: Readonly<Record<DemoLineKind, readonly MachineKind[]>> = {
  spunbond: [...buildSpunbondMachines(2), ...commonMachines, ...bondingMachines],
  composite: [...buildSpunbondMachines(2), ...buildMeltblownMachines(2), ...commonMachines, ...bondingMachines],
  meltblown: [
    ...buildMeltblownMachines(2),
    ...commonMachines,
    defineKind('ES', '驻极发生器', 'Electret charger', 'heater', 'coating', 'forming', 3, 'A', 2),
  ],
  slitting: slitterMachines,
  utility: utilityMachines,
}
