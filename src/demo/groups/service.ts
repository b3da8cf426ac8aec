import { care, fault, look, measure, type MachineGroup } from './group'
import { both } from '../said'

/** What every line leans on: drives, panels, utilities, lifting, laboratory. */
export const serviceGroups = {
  drive: {
    makers: [
      ['华源电机', 'YE4-280'],
      ['东岳传动', 'FA-97'],
      ['北辰电机', 'YVF-225'],
    ],
    life: [8200, 1.4],
    faults: [
      fault(
        'mechanical',
        3,
        both('电机轴承异响', 'Motor bearing noisy'),
        both('润滑脂干涸', 'Grease dried out'),
        both('更换轴承，加注润滑脂', 'Replaced and greased the bearing'),
        'bearing',
      ),
      fault(
        'electrical',
        2,
        both('电机三相电流不平衡', 'Unbalanced motor phase currents'),
        both('接线端子松动', 'Terminal loose'),
        both('紧固端子，测量绝缘', 'Tightened the terminals, measured insulation'),
        'cable',
      ),
      fault(
        'mechanical',
        2,
        both('联轴器弹性块碎裂', 'Coupling element shattered'),
        both('对中偏差', 'Misalignment'),
        both('更换弹性块，激光对中', 'Replaced the coupling element, laser-aligned the drive'),
        'coupling',
      ),
    ],
    checks: [
      measure('电机电流', 'Motor current', 'A', 86, 30, 140),
      measure('电机温度', 'Motor temperature', '°C', 58, 10, 95),
    ],
    care: [
      care(
        '电机轴承润滑',
        'Motor bearing lubrication',
        3,
        'month',
        1,
        [
          both('清洁油嘴', 'Clean the grease nipples'),
          both('加注润滑脂', 'Apply grease'),
          both('测量温度与振动', 'Measure temperature and vibration'),
        ],
        'grease',
      ),
    ],
  },
  panel: {
    makers: [
      ['北辰电气', 'MNS'],
      ['沪江自动化', 'ACS-6'],
      ['恒通电气', 'GGD'],
    ],
    life: [7600, 1.05],
    faults: [
      fault(
        'electrical',
        4,
        both('接触器吸合不良', 'Contactor does not pull in properly'),
        both('触点烧蚀', 'Contacts burnt'),
        both('更换接触器', 'Replaced the contactor'),
        'contactor',
      ),
      fault(
        'control',
        3,
        both('PLC 输入模块一路无信号', 'One channel of a PLC input module dead'),
        both('模块通道损坏', 'Module channel damaged'),
        both('更换通道，修改地址', 'Moved to a spare channel, changed the address'),
        'plc',
      ),
      fault(
        'electrical',
        2,
        both('断路器跳闸', 'Circuit breaker tripped'),
        both('端子发热老化', 'Terminal overheated and aged'),
        both('更换断路器，紧固端子', 'Replaced the breaker, tightened the terminals'),
        'breaker',
      ),
      fault(
        'control',
        1,
        both('触摸屏无显示', 'Touch panel dark'),
        both('背光电源坏', 'Backlight supply failed'),
        both('更换触摸屏电源', 'Replaced the touch panel supply'),
        'lamp',
      ),
    ],
    checks: [
      measure('柜内温度', 'Temperature inside', '°C', 31, 5, 45),
      look('无异味、端子无变色', 'No smell, terminals not discoloured'),
    ],
    care: [
      care(
        '电气柜除尘紧固',
        'Cabinet cleaning and retightening',
        3,
        'month',
        2,
        [
          both('停电验电挂牌', 'Isolate, prove dead, tag out'),
          both('吹扫除尘', 'Blow out and remove dust'),
          both('紧固端子', 'Retighten the terminals'),
          both('更换滤棉', 'Replace the filter mats'),
        ],
        'filter',
      ),
    ],
  },
  boiler: {
    makers: [
      ['常安锅炉', 'YYW-1400Q'],
      ['北方热能', 'YQW-2300'],
    ],
    life: [3900, 1.3],
    faults: [
      fault(
        'heating',
        3,
        both('燃烧器点火失败', 'Burner fails to ignite'),
        both('电极积碳', 'Carbon on the electrode'),
        both('清洁点火电极，调整间隙', 'Cleaned the ignition electrode, set the gap'),
      ),
      fault(
        'instrument',
        2,
        both('热油温度显示异常', 'Thermal oil temperature reads wrong'),
        both('热电阻老化', 'RTD aged'),
        both('更换热电阻', 'Replaced the RTD'),
        'thermocouple',
      ),
      fault(
        'safety',
        1,
        both('低液位联锁动作', 'Low-level interlock tripped'),
        both('膨胀槽油位低', 'Oil level in the expansion tank low'),
        both('补油，检查管路泄漏', 'Topped up oil, checked the pipework for leaks'),
        'oil',
      ),
      fault(
        'mechanical',
        2,
        both('热油泵机封渗漏', 'Thermal oil pump seal weeps'),
        both('机封磨损', 'Mechanical seal worn'),
        both('更换机械密封', 'Replaced the mechanical seal'),
        'seal',
      ),
    ],
    checks: [
      measure('热油出口温度', 'Oil outlet temperature', '°C', 212, 140, 240),
      measure('出口压力', 'Outlet pressure', 'MPa', 0.42, 0.2, 0.7),
      look('无渗漏、膨胀槽油位正常', 'No leak, expansion tank level normal'),
    ],
    care: [
      care(
        '燃烧器保养',
        'Burner service',
        3,
        'month',
        3,
        [
          both('清洁电极与喷嘴', 'Clean electrode and nozzle'),
          both('检查燃气阀组密封', 'Leak-check the gas train'),
          both('调整燃烧', 'Adjust the combustion'),
        ],
        'filter',
      ),
      care('导热油化验', 'Thermal oil analysis', 6, 'month', 1, [
        both('取样', 'Take a sample'),
        both('化验酸值与残碳', 'Analyse acid number and carbon residue'),
        both('登记结果', 'Record the results'),
      ]),
    ],
  },
  pump: {
    makers: [
      ['江南泵业', 'ISG-100'],
      ['沪江泵业', 'IRG-125'],
    ],
    life: [5800, 1.4],
    faults: [
      fault(
        'mechanical',
        4,
        both('泵机械密封漏水', 'Pump mechanical seal leaks'),
        both('机封磨损', 'Mechanical seal worn'),
        both('更换机械密封', 'Replaced the mechanical seal'),
        'seal',
      ),
      fault(
        'mechanical',
        2,
        both('泵振动大', 'Pump vibrates'),
        both('叶轮磨损不平衡', 'Impeller worn, out of balance'),
        both('更换叶轮与轴承', 'Replaced impeller and bearings'),
        'pump',
      ),
      fault(
        'electrical',
        1,
        both('泵电机过热', 'Pump motor overheats'),
        both('轴承卡滞', 'Bearing stiff'),
        both('更换轴承', 'Replaced the bearing'),
        'bearing',
      ),
    ],
    checks: [
      measure('出口压力', 'Outlet pressure', 'MPa', 0.38, 0.2, 0.6),
      look('无漏水、无异响', 'No leak, no noise'),
    ],
    care: [
      care(
        '泵轴承加油',
        'Pump bearing oil',
        3,
        'month',
        1,
        [
          both('检查油位', 'Check the oil level'),
          both('加注润滑油', 'Top up oil'),
          both('检查联轴器', 'Check the coupling'),
        ],
        'oil',
      ),
    ],
  },
  compressor: {
    makers: [
      ['东岳压缩机', 'LU-132'],
      ['北辰压缩', 'SCR-180'],
    ],
    life: [3700, 1.4],
    faults: [
      fault(
        'lubrication',
        3,
        both('排气温度高报警', 'High discharge temperature alarm'),
        both('油冷却器积垢', 'Oil cooler fouled'),
        both('清洗冷却器，换油滤', 'Cleaned the cooler, changed the oil filter'),
        'filter',
      ),
      fault(
        'pneumatic',
        3,
        both('加载阀不动作', 'Load valve does not operate'),
        both('电磁阀故障', 'Solenoid valve faulty'),
        both('更换加载电磁阀', 'Replaced the load solenoid valve'),
        'valve',
      ),
      fault(
        'mechanical',
        1,
        both('皮带断裂', 'Belt broken'),
        both('皮带老化', 'Belt aged'),
        both('更换皮带', 'Replaced the belt'),
        'belt',
      ),
    ],
    checks: [
      measure('排气压力', 'Discharge pressure', 'MPa', 0.72, 0.6, 0.85),
      measure('排气温度', 'Discharge temperature', '°C', 84, 60, 105),
      look('油位正常、无泄漏', 'Oil level normal, no leak'),
    ],
    care: [
      care(
        '油滤与空滤更换',
        'Oil and air filter change',
        6,
        'month',
        2,
        [
          both('更换空滤', 'Replace the air filter'),
          both('更换油滤', 'Replace the oil filter'),
          both('检查油气分离器', 'Check the oil separator'),
        ],
        'filter',
        2000,
      ),
    ],
  },
  chiller: {
    makers: [
      ['沪江制冷', 'LSB-400'],
      ['海澄空调', 'WCF-350'],
    ],
    life: [4900, 1.2],
    faults: [
      fault(
        'other',
        2,
        both('冷冻水出水温度高', 'Chilled water outlet too warm'),
        both('冷凝器结垢', 'Condenser scaled'),
        both('通炮清洗冷凝器', 'Brushed the condenser tubes clean'),
        'chem',
      ),
      fault(
        'electrical',
        2,
        both('高压保护停机', 'Stopped on high-pressure protection'),
        both('冷却塔风机未启动', 'Cooling tower fan did not start'),
        both('修复冷却塔风机接触器', 'Repaired the cooling tower fan contactor'),
        'contactor',
      ),
      fault(
        'instrument',
        1,
        both('水流开关误报', 'Flow switch trips without cause'),
        both('靶片变形', 'Paddle bent'),
        both('更换水流开关', 'Replaced the flow switch'),
        'sensor',
      ),
    ],
    checks: [
      measure('出水温度', 'Outlet water temperature', '°C', 8.6, 5, 13),
      measure('冷凝压力', 'Condensing pressure', 'MPa', 0.92, 0.5, 1.3),
    ],
    care: [
      care(
        '冷凝器清洗',
        'Condenser cleaning',
        6,
        'month',
        5,
        [both('隔离放水', 'Isolate and drain'), both('通炮清洗', 'Brush the tubes clean'), both('检漏', 'Leak test')],
        'chem',
      ),
      care(
        '水质检测',
        'Water quality test',
        2,
        'week',
        1,
        [both('取样检测电导率', 'Sample and measure conductivity'), both('加药', 'Dose the water treatment')],
        'chem',
      ),
    ],
  },
  power: {
    makers: [
      ['恒通电气', 'SCB13-1600'],
      ['北辰电气', 'KYN28'],
      ['沪东开关', 'XGN-12'],
    ],
    life: [15000, 1],
    faults: [
      fault(
        'electrical',
        3,
        both('电容补偿投切异常', 'Power factor correction switches erratically'),
        both('电容容量衰减', 'Capacitors lost capacity'),
        both('更换电容器与熔断器', 'Replaced capacitors and fuses'),
        'breaker',
      ),
      fault(
        'instrument',
        1,
        both('多功能表通讯中断', 'Power meter communication lost'),
        both('通讯线松动', 'Communication cable loose'),
        both('紧固通讯线', 'Tightened the communication cable'),
        'cable',
      ),
    ],
    checks: [
      measure('绕组温度', 'Winding temperature', '°C', 68, 10, 110),
      measure('进线电压', 'Incoming voltage', 'V', 398, 370, 420),
      look('无异响、无放电声', 'No unusual sound'),
    ],
    care: [
      care('预防性试验与紧固', 'Preventive tests and retightening', 12, 'month', 6, [
        both('停电操作票', 'Switching order for isolation'),
        both('绝缘与耐压试验', 'Insulation and withstand voltage test'),
        both('紧固母排', 'Retighten the busbars'),
      ]),
    ],
  },
  lifting: {
    makers: [
      ['江南起重', 'LD-5T'],
      ['东岳起重', 'QD-10T'],
    ],
    life: [6800, 1.1],
    faults: [
      fault(
        'electrical',
        3,
        both('起升无动作', 'Hoist does not lift'),
        both('手柄按钮接触不良', 'Poor contact in the pendant button'),
        both('更换按钮开关', 'Replaced the push button'),
        'contactor',
      ),
      fault(
        'safety',
        2,
        both('上限位失灵', 'Upper limit switch does not work'),
        both('限位开关损坏', 'Limit switch damaged'),
        both('更换限位开关并试验', 'Replaced and tested the limit switch'),
        'sensor',
      ),
      fault(
        'mechanical',
        1,
        both('制动下滑', 'Load slips when braked'),
        both('制动片磨损', 'Brake lining worn'),
        both('更换制动片，调整间隙', 'Replaced the brake lining, adjusted the gap'),
        'belt',
      ),
    ],
    checks: [
      look('限位与制动有效', 'Limits and brake work'),
      look('钢丝绳无断丝', 'Rope without broken wires'),
      look('吊钩防脱装置完好', 'Hook latch in order'),
    ],
    care: [
      care(
        '钢丝绳润滑与检查',
        'Wire rope lubrication and check',
        1,
        'month',
        1,
        [
          both('检查断丝与磨损', 'Check for broken wires and wear'),
          both('涂抹润滑脂', 'Apply grease'),
          both('试验限位', 'Test the limit switches'),
        ],
        'grease',
      ),
    ],
  },
  vehicle: {
    makers: [
      ['安瑞叉车', 'FB-30'],
      ['东岳叉车', 'CPD-20'],
    ],
    life: [4500, 1.1],
    faults: [
      fault(
        'hydraulic',
        3,
        both('货叉下沉', 'Forks sink'),
        both('油缸密封件老化', 'Cylinder seals aged'),
        both('更换密封件', 'Replaced the seals'),
        'seal',
      ),
      fault(
        'electrical',
        2,
        both('充不进电', 'Does not charge'),
        both('充电机保险烧断', 'Charger fuse blown'),
        both('更换保险', 'Replaced the fuse'),
        'breaker',
      ),
    ],
    checks: [look('制动、喇叭、灯光正常', 'Brake, horn and lights work'), look('轮胎完好', 'Tyres in order')],
    care: [
      care(
        '电瓶与液压检查',
        'Battery and hydraulics check',
        1,
        'month',
        1,
        [
          both('补充蒸馏水', 'Top up distilled water'),
          both('检查液压油位', 'Check the hydraulic oil level'),
          both('检查制动', 'Check the brake'),
        ],
        'oil',
      ),
    ],
  },
  laboratory: {
    makers: [
      ['北辰仪器', 'YG-026'],
      ['精锐测控', 'XL-100'],
    ],
    life: [12000, 1],
    faults: [
      fault(
        'instrument',
        3,
        both('测试值重复性差', 'Poor repeatability of test values'),
        both('夹具磨损', 'Clamps worn'),
        both('更换夹片，重新校准', 'Replaced the jaw faces, recalibrated'),
      ),
      fault(
        'electrical',
        1,
        both('开机无显示', 'Dark when switched on'),
        both('保险丝熔断', 'Fuse blown'),
        both('更换保险丝', 'Replaced the fuse'),
        'breaker',
      ),
    ],
    checks: [
      look('零点正常、夹具清洁', 'Zero right, clamps clean'),
      look('校准标签在有效期内', 'Calibration label valid'),
    ],
    care: [
      care('期间核查', 'Intermediate check', 3, 'month', 1, [
        both('标准件比对', 'Compare with the reference piece'),
        both('记录偏差', 'Record the deviation'),
        both('清洁保养', 'Clean and maintain'),
      ]),
    ],
  },
  fabric: {
    makers: [
      ['海澄包装', 'PK-1600'],
      ['江南轻机', 'RC-300'],
    ],
    life: [4000, 1.2],
    faults: [
      fault(
        'mechanical',
        3,
        both('输送带跑偏', 'Conveyor belt off track'),
        both('滚筒粘料', 'Build-up on the roller'),
        both('清理滚筒，调整张紧', 'Cleaned the roller, adjusted the tension'),
        'belt',
      ),
      fault(
        'control',
        2,
        both('光电检测不到工件', 'Photocell does not see the roll'),
        both('光电开关移位', 'Photocell out of position'),
        both('重新安装光电开关', 'Refitted the photocell'),
        'sensor',
      ),
      fault(
        'heating',
        1,
        both('封口不牢', 'Seal does not hold'),
        both('热封条老化', 'Sealing strip aged'),
        both('更换热封条', 'Replaced the sealing strip'),
        'heater',
      ),
    ],
    checks: [look('输送平稳、光电灵敏', 'Runs smoothly, sensors respond'), look('防护罩完好', 'Guards in place')],
    care: [
      care(
        '清洁与润滑',
        'Cleaning and lubrication',
        2,
        'week',
        1,
        [
          both('清理废料', 'Clear away waste'),
          both('链条加油', 'Oil the chain'),
          both('检查光电', 'Check the photocells'),
        ],
        'oil',
      ),
    ],
  },
  safety: {
    makers: [
      ['安瑞消防', 'XBD-9'],
      ['常安环保', 'DMC-96'],
    ],
    life: [9000, 1],
    faults: [
      fault(
        'safety',
        2,
        both('消防主机报通讯故障', 'Fire alarm panel reports a communication fault'),
        both('模块进水', 'Water in the module'),
        both('更换模块，做好防水', 'Replaced and waterproofed the module'),
        'plc',
      ),
      fault(
        'pneumatic',
        2,
        both('脉冲阀不喷吹', 'Pulse valve does not blow'),
        both('膜片破损', 'Diaphragm torn'),
        both('更换膜片', 'Replaced the diaphragm'),
        'valve',
      ),
    ],
    checks: [look('压力在绿区、通道畅通', 'Pressure in the green, ways clear'), look('指示灯正常', 'Lamps normal')],
    care: [
      care('功能试验', 'Function test', 1, 'month', 1, [
        both('手动启停试验', 'Manual start and stop test'),
        both('检查压力', 'Check the pressure'),
        both('填写记录', 'Fill in the record'),
      ]),
    ],
  },
} as const satisfies Record<string, MachineGroup>
