import { defineMaintenanceTask, defineFault, defineVisualCheck, defineMeasuredCheck, type MachineGroup } from './group'
import { toBilingualText } from '../bilingual-text'

/** Heating, water, compressed air and cooling. */
export const utilityGroups = {
  boiler: {
    makers: [
      ['常安锅炉', 'YYW-1400Q'],
      ['北方热能', 'YQW-2300'],
    ],
    lifetime: [3900, 1.3],
    faults: [
      defineFault(
        'heating',
        3,
        toBilingualText('燃烧器点火失败', 'Burner fails to ignite'),
        toBilingualText('电极积碳', 'Carbon on the electrode'),
        toBilingualText('清洁点火电极，调整间隙', 'Cleaned the ignition electrode, set the gap'),
      ),
      defineFault(
        'instrument',
        2,
        toBilingualText('热油温度显示异常', 'Thermal oil temperature reads wrong'),
        toBilingualText('热电阻老化', 'RTD aged'),
        toBilingualText('更换热电阻', 'Replaced the RTD'),
        'thermocouple',
      ),
      defineFault(
        'safety',
        1,
        toBilingualText('低液位联锁动作', 'Low-level interlock tripped'),
        toBilingualText('膨胀槽油位低', 'Oil level in the expansion tank low'),
        toBilingualText('补油，检查管路泄漏', 'Topped up oil, checked the pipework for leaks'),
        'oil',
      ),
      defineFault(
        'mechanical',
        2,
        toBilingualText('热油泵机封渗漏', 'Thermal oil pump seal weeps'),
        toBilingualText('机封磨损', 'Mechanical seal worn'),
        toBilingualText('更换机械密封', 'Replaced the mechanical seal'),
        'seal',
      ),
    ],
    checks: [
      defineMeasuredCheck('热油出口温度', 'Oil outlet temperature', '°C', 212, 140, 240),
      defineMeasuredCheck('出口压力', 'Outlet pressure', 'MPa', 0.42, 0.2, 0.7),
      defineVisualCheck('无渗漏、膨胀槽油位正常', 'No leak, expansion tank level normal'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '燃烧器保养',
        'Burner service',
        3,
        'month',
        3,
        [
          toBilingualText('清洁电极与喷嘴', 'Clean electrode and nozzle'),
          toBilingualText('检查燃气阀组密封', 'Leak-check the gas train'),
          toBilingualText('调整燃烧', 'Adjust the combustion'),
        ],
        'filter',
      ),
      defineMaintenanceTask('导热油化验', 'Thermal oil analysis', 6, 'month', 1, [
        toBilingualText('取样', 'Take a sample'),
        toBilingualText('化验酸值与残碳', 'Analyse acid number and carbon residue'),
        toBilingualText('登记结果', 'Record the results'),
      ]),
    ],
  },
  pump: {
    makers: [
      ['江南泵业', 'ISG-100'],
      ['沪江泵业', 'IRG-125'],
    ],
    lifetime: [5800, 1.4],
    faults: [
      defineFault(
        'mechanical',
        4,
        toBilingualText('泵机械密封漏水', 'Pump mechanical seal leaks'),
        toBilingualText('机封磨损', 'Mechanical seal worn'),
        toBilingualText('更换机械密封', 'Replaced the mechanical seal'),
        'seal',
      ),
      defineFault(
        'mechanical',
        2,
        toBilingualText('泵振动大', 'Pump vibrates'),
        toBilingualText('叶轮磨损不平衡', 'Impeller worn, out of balance'),
        toBilingualText('更换叶轮与轴承', 'Replaced impeller and bearings'),
        'pump',
      ),
      defineFault(
        'electrical',
        1,
        toBilingualText('泵电机过热', 'Pump motor overheats'),
        toBilingualText('轴承卡滞', 'Bearing stiff'),
        toBilingualText('更换轴承', 'Replaced the bearing'),
        'bearing',
      ),
    ],
    checks: [
      defineMeasuredCheck('出口压力', 'Outlet pressure', 'MPa', 0.38, 0.2, 0.6),
      defineVisualCheck('无漏水、无异响', 'No leak, no noise'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '泵轴承加油',
        'Pump bearing oil',
        3,
        'month',
        1,
        [
          toBilingualText('检查油位', 'Check the oil level'),
          toBilingualText('加注润滑油', 'Top up oil'),
          toBilingualText('检查联轴器', 'Check the coupling'),
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
    lifetime: [3700, 1.4],
    faults: [
      defineFault(
        'lubrication',
        3,
        toBilingualText('排气温度高报警', 'High discharge temperature alarm'),
        toBilingualText('油冷却器积垢', 'Oil cooler fouled'),
        toBilingualText('清洗冷却器，换油滤', 'Cleaned the cooler, changed the oil filter'),
        'filter',
      ),
      defineFault(
        'pneumatic',
        3,
        toBilingualText('加载阀不动作', 'Load valve does not operate'),
        toBilingualText('电磁阀故障', 'Solenoid valve faulty'),
        toBilingualText('更换加载电磁阀', 'Replaced the load solenoid valve'),
        'valve',
      ),
      defineFault(
        'mechanical',
        1,
        toBilingualText('皮带断裂', 'Belt broken'),
        toBilingualText('皮带老化', 'Belt aged'),
        toBilingualText('更换皮带', 'Replaced the belt'),
        'belt',
      ),
    ],
    checks: [
      defineMeasuredCheck('排气压力', 'Discharge pressure', 'MPa', 0.72, 0.6, 0.85),
      defineMeasuredCheck('排气温度', 'Discharge temperature', '°C', 84, 60, 105),
      defineVisualCheck('油位正常、无泄漏', 'Oil level normal, no leak'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '油滤与空滤更换',
        'Oil and air filter change',
        6,
        'month',
        2,
        [
          toBilingualText('更换空滤', 'Replace the air filter'),
          toBilingualText('更换油滤', 'Replace the oil filter'),
          toBilingualText('检查油气分离器', 'Check the oil separator'),
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
    lifetime: [4900, 1.2],
    faults: [
      defineFault(
        'other',
        2,
        toBilingualText('冷冻水出水温度高', 'Chilled water outlet too warm'),
        toBilingualText('冷凝器结垢', 'Condenser scaled'),
        toBilingualText('通炮清洗冷凝器', 'Brushed the condenser tubes clean'),
        'chem',
      ),
      defineFault(
        'electrical',
        2,
        toBilingualText('高压保护停机', 'Stopped on high-pressure protection'),
        toBilingualText('冷却塔风机未启动', 'Cooling tower fan did not start'),
        toBilingualText('修复冷却塔风机接触器', 'Repaired the cooling tower fan contactor'),
        'contactor',
      ),
      defineFault(
        'instrument',
        1,
        toBilingualText('水流开关误报', 'Flow switch trips without cause'),
        toBilingualText('靶片变形', 'Paddle bent'),
        toBilingualText('更换水流开关', 'Replaced the flow switch'),
        'sensor',
      ),
    ],
    checks: [
      defineMeasuredCheck('出水温度', 'Outlet water temperature', '°C', 8.6, 5, 13),
      defineMeasuredCheck('冷凝压力', 'Condensing pressure', 'MPa', 0.92, 0.5, 1.3),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '冷凝器清洗',
        'Condenser cleaning',
        6,
        'month',
        5,
        [
          toBilingualText('隔离放水', 'Isolate and drain'),
          toBilingualText('通炮清洗', 'Brush the tubes clean'),
          toBilingualText('检漏', 'Leak test'),
        ],
        'chem',
      ),
      defineMaintenanceTask(
        '水质检测',
        'Water quality test',
        2,
        'week',
        1,
        [
          toBilingualText('取样检测电导率', 'Sample and measure conductivity'),
          toBilingualText('加药', 'Dose the water treatment'),
        ],
        'chem',
      ),
    ],
  },
} as const satisfies Record<string, MachineGroup>
