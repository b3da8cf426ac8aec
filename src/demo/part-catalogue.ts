import type { sparePart } from '@/areas/maintenance/contract/spare-part'
import type { Row } from '@/contract/resource'

export type PartTag =
  | 'bearing' | 'seal' | 'belt' | 'coupling' | 'contactor' | 'breaker' | 'inverter' | 'plc' | 'sensor' | 'thermocouple' | 'heater' | 'valve' | 'cylinder' | 'hose'
  | 'filter' | 'oil' | 'grease' | 'blade' | 'pump' | 'cable' | 'pack' | 'lamp' | 'chem'
type PartKind = NonNullable<Row<typeof sparePart>['kind']>
export interface PartFamily { readonly tag: PartTag; readonly stem: string; readonly name: string; readonly kind: PartKind; readonly unit: string; readonly price: number; readonly sizes: readonly string[]; readonly makers: readonly string[] }
const family = (tag: PartTag, stem: string, name: string, kind: PartKind, unit: string, price: number, sizes: string, ...makers: string[]): PartFamily => ({ tag, stem, name, kind, unit, price, sizes: sizes.split(' '), makers })

/** Families of spare parts by size: 350 in all. Prices in CNY for the smallest. */
export const partFamilies: readonly PartFamily[] = [
  family('bearing', 'BR', '深沟球轴承', 'mechanical', '套', 26, '6204 6205 6206 6207 6208 6209 6210 6211 6212 6213 6214 6215 6308 6309 6310 6311 6312 6313 6314 6316 6318 6320', '洛东轴承', '瓦城轴承'),
  family('bearing', 'BS', '调心滚子轴承', 'mechanical', '套', 320, '22208 22210 22212 22214 22216 22218 22220 22222 22226 23024 23130', '洛东轴承'),
  family('bearing', 'BU', '带座轴承', 'mechanical', '套', 45, 'UCP205 UCP206 UCP207 UCP208 UCP210 UCF206 UCF208 UCF210 UCFL205 UCFL207', '瓦城轴承'),
  family('seal', 'OS', '骨架油封', 'mechanical', '个', 6, '25×40×7 30×47×7 35×52×8 40×62×8 45×65×8 50×72×8 55×80×8 60×85×8 70×95×10 80×105×10 90×120×12 100×130×12', '青江密封'),
  family('seal', 'MS', '机械密封', 'mechanical', '套', 180, '104-25 104-30 104-35 104-40 104-50 M74-45 M74-55 M74-65', '青江密封'),
  family('seal', 'OR', '氟橡胶O型圈', 'consumable', '个', 1.5, 'Φ20×2.4 Φ30×3.1 Φ40×3.1 Φ50×3.5 Φ60×3.5 Φ75×3.5 Φ90×5.3 Φ110×5.3 Φ140×5.3 Φ180×7', '青江密封'),
  family('belt', 'VB', '三角带', 'consumable', '根', 22, 'SPA1500 SPA1800 SPA2000 SPB1800 SPB2120 SPB2360 SPB2500 SPC2800 SPC3150 SPC3550 A-1250 B-1600', '三门胶带'),
  family('belt', 'TB', '同步带', 'consumable', '根', 65, '8M-1040 8M-1200 8M-1440 14M-1400 14M-1778 14M-2100 T10-980 T10-1250', '三门胶带'),
  family('coupling', 'CP', '联轴器弹性块', 'mechanical', '个', 18, 'GR24 GR28 GR38 GR42 GR48 GR55 GR65 GR75 GR90 XL5 XL6', '东岳传动'),
  family('contactor', 'KM', '交流接触器', 'electrical', '只', 58, '9A 12A 18A 25A 32A 40A 50A 65A 80A 95A 115A 150A 185A 225A', '北辰电气', '恒通电气'),
  family('contactor', 'SR', '固态继电器', 'electrical', '只', 46, '25A 40A 60A 80A 100A 120A 三相40A 三相60A 三相80A', '沪江自动化'),
  family('contactor', 'KA', '中间继电器', 'electrical', '只', 16, 'DC24V-2C DC24V-4C AC220V-2C AC220V-4C AC110V-2C', '北辰电气'),
  family('breaker', 'QF', '断路器', 'electrical', '只', 38, '1P10A 1P16A 2P20A 2P32A 3P16A 3P25A 3P40A 3P63A 3P100A 3P160A 3P250A 3P400A', '恒通电气', '沪东开关'),
  family('breaker', 'FU', '快速熔断器', 'electrical', '只', 24, '32A 63A 100A 160A 200A 250A 315A 400A 500A', '沪东开关'),
  family('inverter', 'VF', '变频器', 'electrical', '台', 1450, '1.5kW 2.2kW 4kW 5.5kW 7.5kW 11kW 15kW 22kW 37kW 55kW', '沪江自动化'),
  family('inverter', 'FN', '变频器散热风扇', 'electrical', '只', 85, '80mm 92mm 120mm 150mm 172mm 200mm', '沪江自动化'),
  family('plc', 'PL', 'PLC模块', 'electrical', '块', 860, 'DI16 DI32 DO16 DO32 AI4 AI8 AO4 RTD8 TC8 CPU-14 通讯模块', '沪江自动化'),
  family('sensor', 'PS', '接近开关', 'electrical', '只', 62, 'M8NPN M8PNP M12NPN M12PNP M18NPN M18PNP M30PNP', '光视检测', '北辰仪器'),
  family('sensor', 'PE', '光电开关', 'electrical', '只', 145, '对射5m 对射10m 反射2m 漫反射0.3m 漫反射1m 色标 光纤', '光视检测'),
  family('sensor', 'MT', '熔体压力传感器', 'electrical', '只', 1680, '10MPa 15MPa 20MPa 25MPa 35MPa 50MPa', '北辰仪器'),
  family('sensor', 'EN', '旋转编码器', 'electrical', '只', 520, '1000P 1024P 2000P 2500P 3600P 绝对值13位', '精锐测控'),
  family('sensor', 'TS', '张力传感器', 'electrical', '只', 2200, '100N 250N 500N 1000N', '精锐测控'),
  family('sensor', 'LM', '限位开关', 'electrical', '只', 35, 'LX19-001 LX19-111 LX19-121 LXW5-11 XCK-J XCK-P', '北辰电气'),
  family('thermocouple', 'TC', '热电偶', 'electrical', '支', 75, 'K-50 K-100 K-150 K-200 K-300 J-50 J-100 J-150 J-200', '北辰仪器'),
  family('thermocouple', 'PT', '热电阻', 'electrical', '支', 95, 'PT100-50 PT100-100 PT100-150 PT100-200 PT100-300 PT100-500', '北辰仪器'),
  family('heater', 'HC', '铸铝加热圈', 'electrical', '只', 260, 'Φ150×100 Φ165×120 Φ180×120 Φ200×150 Φ220×150 Φ250×180 Φ280×200', '恒泰电热'),
  family('heater', 'HR', '加热棒', 'electrical', '支', 48, 'Φ12×150 Φ12×250 Φ14×300 Φ16×300 Φ16×400 Φ18×500 Φ20×600 Φ20×800', '恒泰电热'),
  family('valve', 'SV', '电磁阀', 'mechanical', '只', 125, '二位三通G1/8 二位三通G1/4 二位五通G1/8 二位五通G1/4 二位五通G3/8 三位五通G1/4 三位五通G3/8 脉冲阀1寸 脉冲阀1.5寸', '鸿运气动'),
  family('valve', 'HV', '液压阀', 'mechanical', '只', 460, '4WE6D 4WE6J 4WE10D 4WE10J DBDS6 DBDS10 DR6 Z2S6', '安瑞热轧'),
  family('valve', 'BV', '球阀', 'mechanical', '只', 38, 'DN15 DN20 DN25 DN32 DN40 DN50 DN65 DN80', '江南泵业'),
  family('cylinder', 'AC', '气缸', 'mechanical', '只', 180, 'Φ32×50 Φ32×100 Φ40×100 Φ50×100 Φ50×150 Φ63×100 Φ63×200 Φ80×150 Φ100×200', '鸿运气动'),
  family('cylinder', 'CK', '气缸密封包', 'consumable', '套', 22, 'Φ32 Φ40 Φ50 Φ63 Φ80 Φ100', '鸿运气动'),
  family('hose', 'HS', '气管', 'consumable', 'm', 2.4, 'Φ6 Φ8 Φ10 Φ12 Φ16', '鸿运气动'),
  family('hose', 'HH', '高压油管', 'mechanical', '根', 75, 'DN6-800 DN8-1000 DN10-1200 DN13-1500 DN16-2000 DN19-2000', '三门胶带'),
  family('hose', 'AB', '气胀轴气囊', 'consumable', '条', 65, '3寸-1600 3寸-2200 3寸-3200 6寸-3200', '精工分切'),
  family('filter', 'FO', '油滤芯', 'consumable', '个', 68, '空压机132kW 空压机180kW 液压10μm 液压20μm 润滑站 减速箱', '海澄滤材'),
  family('filter', 'FA', '空气滤芯', 'consumable', '个', 85, '空压机132kW 空压机180kW 吸料机 除尘器 初效G4 中效F7 高效H13', '海澄滤材'),
  family('filter', 'FS', '熔体滤网', 'consumable', '张', 32, '60目Φ150 80目Φ150 100目Φ150 80目Φ180 120目Φ180 200目Φ180', '海澄滤材'),
  family('filter', 'FC', '电柜滤棉', 'consumable', '片', 5, '150×150 200×200 250×250 320×320', '海澄滤材'),
  family('oil', 'LO', '润滑油', 'lubricant', 'L', 18, '齿轮油220 齿轮油320 液压油46 空压机油46 导热油L-QC320 主轴油32 链条油', '昆岭石化'),
  family('grease', 'LG', '润滑脂', 'lubricant', 'kg', 38, '锂基脂2# 锂基脂3# 高温脂250℃ 复合磺酸钙 二硫化钼 白色食品级', '昆岭石化'),
  family('blade', 'KB', '分切圆刀', 'consumable', '片', 145, 'Φ100×1.2 Φ120×1.2 Φ130×1.5 Φ150×1.5 Φ150×2 Φ180×2', '精工分切'),
  family('blade', 'CB', '横切刀片', 'consumable', '片', 420, '3200齿形 3500齿形 3600齿形', '精工分切'),
  family('pump', 'PI', '水泵叶轮', 'mechanical', '个', 360, 'IS100 IS125 IS150 热油泵WRY-80 热油泵WRY-100', '江南泵业'),
  family('cable', 'CA', '控制电缆', 'electrical', 'm', 6.5, '2×0.75屏蔽 4×0.75 7×1.0 12×1.0 编码器8芯 伺服动力4×2.5', '恒通线缆'),
  family('cable', 'NC', '网线接头', 'electrical', '个', 12, 'RJ45金属 M12-D编码 M12-A编码', '恒通线缆'),
  family('pack', 'SP', '纺丝组件密封垫', 'consumable', '套', 880, '3200S 3200M 3500S 1600M', '精锐纺丝'),
  family('lamp', 'LP', '开关电源', 'electrical', '只', 165, 'DC24V5A DC24V10A DC24V20A DC12V5A LED线光源电源', '北辰电气'),
  family('chem', 'CH', '清洗与处理药剂', 'consumable', 'kg', 14, '除垢剂 缓蚀阻垢剂 杀菌剂 模头清洗剂 硅油 除油剂', '海澄环保'),
]
