import { defineMaintenanceTask, defineFault, defineVisualCheck, defineMeasuredCheck, type MachineGroup } from './group'
import { toBilingualText } from '../bilingual-text'

/** Machines for the air that draws and cools the filaments, and for exhaust. */
export const airGroups = {
  blower: {
    makers: [
      ['沪江风机', 'G4-73'],
      ['东岳风机', 'HFB-900'],
      ['北辰风机', 'TB-200'],
    ],
    lifetime: [5200, 1.5],
    faults: [
      defineFault(
        'mechanical',
        4,
        toBilingualText('风机振动超标，轴承座发热', 'Blower vibration above limit, bearing housing hot'),
        toBilingualText('轴承润滑不良', 'Poor bearing lubrication'),
        toBilingualText('更换轴承，重新找动平衡', 'Replaced the bearing, rebalanced the impeller'),
        'bearing',
      ),
      defineFault(
        'mechanical',
        2,
        toBilingualText('皮带打滑，风压下降', 'Belt slips, air pressure drops'),
        toBilingualText('三角带磨损伸长', 'V-belts worn and stretched'),
        toBilingualText('更换三角带并张紧', 'Replaced and tensioned the V-belts'),
        'belt',
      ),
      defineFault(
        'electrical',
        2,
        toBilingualText('变频器报过热停机', 'Inverter stopped on overtemperature'),
        toBilingualText('散热风扇损坏，滤棉堵塞', 'Cooling fan failed, filter mat clogged'),
        toBilingualText('更换散热风扇，清洁滤棉', 'Replaced the cooling fan, cleaned the filter mat'),
        'inverter',
      ),
      defineFault(
        'instrument',
        1,
        toBilingualText('风压变送器无输出', 'Air pressure transmitter gives no output'),
        toBilingualText('取压管积料堵塞', 'Impulse line clogged'),
        toBilingualText('疏通取压管，校验变送器', 'Cleared the impulse line, checked the transmitter'),
        'sensor',
      ),
    ],
    checks: [
      defineMeasuredCheck('风机电流', 'Blower current', 'A', 128, 70, 180),
      defineMeasuredCheck('轴承温度', 'Bearing temperature', '°C', 52, 10, 80),
      defineVisualCheck('运行平稳、无异响', 'Runs smoothly and quietly'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '轴承润滑',
        'Bearing lubrication',
        1,
        'month',
        1,
        [
          toBilingualText('清洁油嘴', 'Clean the grease nipples'),
          toBilingualText('按量加注润滑脂', 'Apply the specified amount of grease'),
          toBilingualText('记录轴承温度', 'Record the bearing temperature'),
        ],
        'grease',
      ),
      defineMaintenanceTask('叶轮清洁与平衡检查', 'Impeller cleaning and balance check', 6, 'month', 4, [
        toBilingualText('清除叶轮积料', 'Remove deposits from the impeller'),
        toBilingualText('检查焊缝', 'Check the welds'),
        toBilingualText('测量振动值', 'Measure vibration'),
      ]),
    ],
  },
  heater: {
    makers: [
      ['恒泰电热', 'DRK-450'],
      ['沪东热工', 'AH-600'],
    ],
    lifetime: [4600, 1.3],
    faults: [
      defineFault(
        'heating',
        4,
        toBilingualText('热风温度波动大', 'Hot air temperature fluctuates'),
        toBilingualText('固态继电器击穿一相', 'One phase of the solid-state relay shorted'),
        toBilingualText('更换固态继电器', 'Replaced the solid-state relay'),
        'contactor',
      ),
      defineFault(
        'heating',
        3,
        toBilingualText('加热器对地绝缘低', 'Heater insulation to earth low'),
        toBilingualText('电热管受潮', 'Moisture in the heating elements'),
        toBilingualText('烘干后更换损坏电热管', 'Dried out, replaced the damaged elements'),
        'heater',
      ),
    ],
    checks: [
      defineMeasuredCheck('热风温度', 'Hot air temperature', '°C', 262, 230, 320),
      defineVisualCheck('接线端子无过热变色', 'Terminals not discoloured'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask('电热管绝缘测量', 'Heating element insulation test', 3, 'month', 2, [
        toBilingualText('停电验电', 'Isolate and prove dead'),
        toBilingualText('500 V 兆欧表测量绝缘', 'Measure insulation with 500 V'),
        toBilingualText('紧固端子', 'Retighten the terminals'),
      ]),
    ],
  },
  exhaust: {
    makers: [
      ['东岳风机', 'YX-4'],
      ['海澄环保', 'MEX-30'],
    ],
    lifetime: [5600, 1.3],
    faults: [
      defineFault(
        'mechanical',
        3,
        toBilingualText('单体抽吸风量不足', 'Monomer extraction flow too low'),
        toBilingualText('管道内单体积聚', 'Monomer deposits in the duct'),
        toBilingualText('拆洗管道与叶轮', 'Dismantled and cleaned duct and impeller'),
      ),
      defineFault(
        'mechanical',
        2,
        toBilingualText('抽吸风机轴承响', 'Extraction fan bearing noisy'),
        toBilingualText('轴承缺油', 'Bearing short of grease'),
        toBilingualText('更换轴承', 'Replaced the bearing'),
        'bearing',
      ),
    ],
    checks: [
      defineMeasuredCheck('抽吸负压', 'Suction pressure', 'kPa', 1.8, 0.8, 3),
      defineVisualCheck('接油盘无溢出', 'Drip tray not overflowing'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '单体管道清洗',
        'Monomer duct cleaning',
        1,
        'month',
        3,
        [
          toBilingualText('拆开检修口', 'Open the inspection ports'),
          toBilingualText('高压清洗', 'Clean with high pressure'),
          toBilingualText('密封复位', 'Refit the seals'),
        ],
        'chem',
      ),
    ],
  },
} as const satisfies Record<string, MachineGroup>
