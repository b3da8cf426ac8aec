import type { sparePart } from '@/areas/maintenance/contract/spare-part'
import type { Row } from '@/contract/resource'

export type PartTag =
  | 'bearing' | 'seal' | 'belt' | 'coupling' | 'contactor' | 'breaker' | 'inverter' | 'plc' | 'sensor' | 'thermocouple' | 'heater' | 'valve' | 'cylinder' | 'hose'
  | 'filter' | 'oil' | 'grease' | 'blade' | 'pump' | 'cable' | 'pack' | 'lamp' | 'chem'
type PartKind = NonNullable<Row<typeof sparePart>['kind']>
export interface PartFamily { readonly tag: PartTag; readonly stem: string; readonly name: string; readonly nameEn: string; readonly kind: PartKind; readonly unit: string; readonly price: number; readonly sizes: readonly string[]; readonly makers: readonly string[] }
const family = (tag: PartTag, stem: string, name: string, nameEn: string, kind: PartKind, unit: string, price: number, sizes: string, ...makers: string[]): PartFamily => ({ tag, stem, name, nameEn, kind, unit, price, sizes: sizes.split(' '), makers })

/** What words within a size are in English; longer ones before those they begin with. */
const sizeWords: readonly (readonly [string, string])[] = [
  ['三相', '3-phase '], ['通讯模块', 'communication'], ['漫反射', 'diffuse '], ['反射', 'reflective '], ['对射', 'through-beam '], ['色标', 'colour mark'], ['光纤', 'fibre optic'], ['绝对值13位', 'absolute 13 bit'],
  ['二位三通', '3/2-way '], ['二位五通', '5/2-way '], ['三位五通', '5/3-way '], ['脉冲阀', 'pulse valve '], ['寸-', ' in × '], ['寸', ' in'], ['空压机油', 'compressor oil '], ['空压机', 'compressor '], ['液压油', 'hydraulic oil '], ['液压', 'hydraulic '],
  ['润滑站', 'lubrication station'], ['减速箱', 'gearbox'], ['吸料机', 'vacuum feeder'], ['除尘器', 'dust collector'], ['初效', 'coarse '], ['中效', 'medium '], ['高效', 'fine '], ['目', ' mesh '],
  ['齿轮油', 'gear oil '], ['导热油', 'thermal oil '], ['主轴油', 'spindle oil '], ['链条油', 'chain oil'], ['锂基脂', 'lithium grease '], ['高温脂', 'high-temperature grease '], ['复合磺酸钙', 'calcium sulphonate complex'], ['二硫化钼', 'molybdenum disulphide'],
  ['白色食品级', 'white food grade'], ['齿形', ' toothed'], ['热油泵', 'thermal oil pump '], ['屏蔽', ' shielded'], ['编码器8芯', 'encoder 8-core'], ['伺服动力', 'servo power '], ['金属', ' metal'], ['编码', ' coded'], ['线光源电源', ' line light supply'],
  ['缓蚀阻垢剂', 'scale and corrosion inhibitor'], ['除垢剂', 'descaler'], ['杀菌剂', 'biocide'], ['模头清洗剂', 'die cleaner'], ['硅油', 'silicone oil'], ['除油剂', 'degreaser'],
]
/** A size as an English reader reads it. */
export const sizeEn = (size: string): string => sizeWords.reduce((text, [zh, en]) => text.replace(zh, en), size).replace(/ {2,}/g, ' ').trim()

/** Families of spare parts by size: 350 in all. Prices in CNY for the smallest. */
export const partFamilies: readonly PartFamily[] = [
  family('bearing', 'BR', '深沟球轴承', 'Deep groove ball bearing', 'mechanical', '套', 26, '6204 6205 6206 6207 6208 6209 6210 6211 6212 6213 6214 6215 6308 6309 6310 6311 6312 6313 6314 6316 6318 6320', '洛东轴承', '瓦城轴承'),
  family('bearing', 'BS', '调心滚子轴承', 'Spherical roller bearing', 'mechanical', '套', 320, '22208 22210 22212 22214 22216 22218 22220 22222 22226 23024 23130', '洛东轴承'),
  family('bearing', 'BU', '带座轴承', 'Mounted bearing', 'mechanical', '套', 45, 'UCP205 UCP206 UCP207 UCP208 UCP210 UCF206 UCF208 UCF210 UCFL205 UCFL207', '瓦城轴承'),
  family('seal', 'OS', '骨架油封', 'Shaft oil seal', 'mechanical', '个', 6, '25×40×7 30×47×7 35×52×8 40×62×8 45×65×8 50×72×8 55×80×8 60×85×8 70×95×10 80×105×10 90×120×12 100×130×12', '青江密封'),
  family('seal', 'MS', '机械密封', 'Mechanical seal', 'mechanical', '套', 180, '104-25 104-30 104-35 104-40 104-50 M74-45 M74-55 M74-65', '青江密封'),
  family('seal', 'OR', '氟橡胶O型圈', 'FKM O-ring', 'consumable', '个', 1.5, 'Φ20×2.4 Φ30×3.1 Φ40×3.1 Φ50×3.5 Φ60×3.5 Φ75×3.5 Φ90×5.3 Φ110×5.3 Φ140×5.3 Φ180×7', '青江密封'),
  family('belt', 'VB', '三角带', 'V-belt', 'consumable', '根', 22, 'SPA1500 SPA1800 SPA2000 SPB1800 SPB2120 SPB2360 SPB2500 SPC2800 SPC3150 SPC3550 A-1250 B-1600', '三门胶带'),
  family('belt', 'TB', '同步带', 'Timing belt', 'consumable', '根', 65, '8M-1040 8M-1200 8M-1440 14M-1400 14M-1778 14M-2100 T10-980 T10-1250', '三门胶带'),
  family('coupling', 'CP', '联轴器弹性块', 'Coupling spider', 'mechanical', '个', 18, 'GR24 GR28 GR38 GR42 GR48 GR55 GR65 GR75 GR90 XL5 XL6', '东岳传动'),
  family('contactor', 'KM', '交流接触器', 'AC contactor', 'electrical', '只', 58, '9A 12A 18A 25A 32A 40A 50A 65A 80A 95A 115A 150A 185A 225A', '北辰电气', '恒通电气'),
  family('contactor', 'SR', '固态继电器', 'Solid state relay', 'electrical', '只', 46, '25A 40A 60A 80A 100A 120A 三相40A 三相60A 三相80A', '沪江自动化'),
  family('contactor', 'KA', '中间继电器', 'Control relay', 'electrical', '只', 16, 'DC24V-2C DC24V-4C AC220V-2C AC220V-4C AC110V-2C', '北辰电气'),
  family('breaker', 'QF', '断路器', 'Circuit breaker', 'electrical', '只', 38, '1P10A 1P16A 2P20A 2P32A 3P16A 3P25A 3P40A 3P63A 3P100A 3P160A 3P250A 3P400A', '恒通电气', '沪东开关'),
  family('breaker', 'FU', '快速熔断器', 'Fast-acting fuse', 'electrical', '只', 24, '32A 63A 100A 160A 200A 250A 315A 400A 500A', '沪东开关'),
  family('inverter', 'VF', '变频器', 'Frequency inverter', 'electrical', '台', 1450, '1.5kW 2.2kW 4kW 5.5kW 7.5kW 11kW 15kW 22kW 37kW 55kW', '沪江自动化'),
  family('inverter', 'FN', '变频器散热风扇', 'Inverter fan', 'electrical', '只', 85, '80mm 92mm 120mm 150mm 172mm 200mm', '沪江自动化'),
  family('plc', 'PL', 'PLC模块', 'PLC module', 'electrical', '块', 860, 'DI16 DI32 DO16 DO32 AI4 AI8 AO4 RTD8 TC8 CPU-14 通讯模块', '沪江自动化'),
  family('sensor', 'PS', '接近开关', 'Proximity switch', 'electrical', '只', 62, 'M8NPN M8PNP M12NPN M12PNP M18NPN M18PNP M30PNP', '光视检测', '北辰仪器'),
  family('sensor', 'PE', '光电开关', 'Photoelectric switch', 'electrical', '只', 145, '对射5m 对射10m 反射2m 漫反射0.3m 漫反射1m 色标 光纤', '光视检测'),
  family('sensor', 'MT', '熔体压力传感器', 'Melt pressure sensor', 'electrical', '只', 1680, '10MPa 15MPa 20MPa 25MPa 35MPa 50MPa', '北辰仪器'),
  family('sensor', 'EN', '旋转编码器', 'Rotary encoder', 'electrical', '只', 520, '1000P 1024P 2000P 2500P 3600P 绝对值13位', '精锐测控'),
  family('sensor', 'TS', '张力传感器', 'Tension sensor', 'electrical', '只', 2200, '100N 250N 500N 1000N', '精锐测控'),
  family('sensor', 'LM', '限位开关', 'Limit switch', 'electrical', '只', 35, 'LX19-001 LX19-111 LX19-121 LXW5-11 XCK-J XCK-P', '北辰电气'),
  family('thermocouple', 'TC', '热电偶', 'Thermocouple', 'electrical', '支', 75, 'K-50 K-100 K-150 K-200 K-300 J-50 J-100 J-150 J-200', '北辰仪器'),
  family('thermocouple', 'PT', '热电阻', 'Resistance thermometer', 'electrical', '支', 95, 'PT100-50 PT100-100 PT100-150 PT100-200 PT100-300 PT100-500', '北辰仪器'),
  family('heater', 'HC', '铸铝加热圈', 'Cast aluminium heater band', 'electrical', '只', 260, 'Φ150×100 Φ165×120 Φ180×120 Φ200×150 Φ220×150 Φ250×180 Φ280×200', '恒泰电热'),
  family('heater', 'HR', '加热棒', 'Cartridge heater', 'electrical', '支', 48, 'Φ12×150 Φ12×250 Φ14×300 Φ16×300 Φ16×400 Φ18×500 Φ20×600 Φ20×800', '恒泰电热'),
  family('valve', 'SV', '电磁阀', 'Solenoid valve', 'mechanical', '只', 125, '二位三通G1/8 二位三通G1/4 二位五通G1/8 二位五通G1/4 二位五通G3/8 三位五通G1/4 三位五通G3/8 脉冲阀1寸 脉冲阀1.5寸', '鸿运气动'),
  family('valve', 'HV', '液压阀', 'Hydraulic valve', 'mechanical', '只', 460, '4WE6D 4WE6J 4WE10D 4WE10J DBDS6 DBDS10 DR6 Z2S6', '安瑞热轧'),
  family('valve', 'BV', '球阀', 'Ball valve', 'mechanical', '只', 38, 'DN15 DN20 DN25 DN32 DN40 DN50 DN65 DN80', '江南泵业'),
  family('cylinder', 'AC', '气缸', 'Pneumatic cylinder', 'mechanical', '只', 180, 'Φ32×50 Φ32×100 Φ40×100 Φ50×100 Φ50×150 Φ63×100 Φ63×200 Φ80×150 Φ100×200', '鸿运气动'),
  family('cylinder', 'CK', '气缸密封包', 'Cylinder seal kit', 'consumable', '套', 22, 'Φ32 Φ40 Φ50 Φ63 Φ80 Φ100', '鸿运气动'),
  family('hose', 'HS', '气管', 'Air hose', 'consumable', 'm', 2.4, 'Φ6 Φ8 Φ10 Φ12 Φ16', '鸿运气动'),
  family('hose', 'HH', '高压油管', 'High-pressure hose', 'mechanical', '根', 75, 'DN6-800 DN8-1000 DN10-1200 DN13-1500 DN16-2000 DN19-2000', '三门胶带'),
  family('hose', 'AB', '气胀轴气囊', 'Air shaft bladder', 'consumable', '条', 65, '3寸-1600 3寸-2200 3寸-3200 6寸-3200', '精工分切'),
  family('filter', 'FO', '油滤芯', 'Oil filter element', 'consumable', '个', 68, '空压机132kW 空压机180kW 液压10μm 液压20μm 润滑站 减速箱', '海澄滤材'),
  family('filter', 'FA', '空气滤芯', 'Air filter element', 'consumable', '个', 85, '空压机132kW 空压机180kW 吸料机 除尘器 初效G4 中效F7 高效H13', '海澄滤材'),
  family('filter', 'FS', '熔体滤网', 'Melt filter screen', 'consumable', '张', 32, '60目Φ150 80目Φ150 100目Φ150 80目Φ180 120目Φ180 200目Φ180', '海澄滤材'),
  family('filter', 'FC', '电柜滤棉', 'Cabinet filter mat', 'consumable', '片', 5, '150×150 200×200 250×250 320×320', '海澄滤材'),
  family('oil', 'LO', '润滑油', 'Lubricating oil', 'lubricant', 'L', 18, '齿轮油220 齿轮油320 液压油46 空压机油46 导热油L-QC320 主轴油32 链条油', '昆岭石化'),
  family('grease', 'LG', '润滑脂', 'Grease', 'lubricant', 'kg', 38, '锂基脂2# 锂基脂3# 高温脂250℃ 复合磺酸钙 二硫化钼 白色食品级', '昆岭石化'),
  family('blade', 'KB', '分切圆刀', 'Circular slitting knife', 'consumable', '片', 145, 'Φ100×1.2 Φ120×1.2 Φ130×1.5 Φ150×1.5 Φ150×2 Φ180×2', '精工分切'),
  family('blade', 'CB', '横切刀片', 'Cross-cut blade', 'consumable', '片', 420, '3200齿形 3500齿形 3600齿形', '精工分切'),
  family('pump', 'PI', '水泵叶轮', 'Pump impeller', 'mechanical', '个', 360, 'IS100 IS125 IS150 热油泵WRY-80 热油泵WRY-100', '江南泵业'),
  family('cable', 'CA', '控制电缆', 'Control cable', 'electrical', 'm', 6.5, '2×0.75屏蔽 4×0.75 7×1.0 12×1.0 编码器8芯 伺服动力4×2.5', '恒通线缆'),
  family('cable', 'NC', '网线接头', 'Network connector', 'electrical', '个', 12, 'RJ45金属 M12-D编码 M12-A编码', '恒通线缆'),
  family('pack', 'SP', '纺丝组件密封垫', 'Spin pack gasket', 'consumable', '套', 880, '3200S 3200M 3500S 1600M', '精锐纺丝'),
  family('lamp', 'LP', '开关电源', 'Power supply unit', 'electrical', '只', 165, 'DC24V5A DC24V10A DC24V20A DC12V5A LED线光源电源', '北辰电气'),
  family('chem', 'CH', '清洗与处理药剂', 'Cleaning and treatment agent', 'consumable', 'kg', 14, '除垢剂 缓蚀阻垢剂 杀菌剂 模头清洗剂 硅油 除油剂', '海澄环保'),
]
