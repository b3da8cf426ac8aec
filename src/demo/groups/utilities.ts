import { care, fault, look, measure, type MachineGroup } from './group'
import { both } from '../said'

/** Heating, water, compressed air and cooling. */
export const utilityGroups = {
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
} as const satisfies Record<string, MachineGroup>
