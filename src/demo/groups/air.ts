import { care, fault, look, measure, type MachineGroup } from './group'
import { both } from '../said'

/** Machines for the air that draws and cools the filaments, and for exhaust. */
export const airGroups = {
  blower: {
    makers: [
      ['沪江风机', 'G4-73'],
      ['东岳风机', 'HFB-900'],
      ['北辰风机', 'TB-200'],
    ],
    life: [5200, 1.5],
    faults: [
      fault(
        'mechanical',
        4,
        both('风机振动超标，轴承座发热', 'Blower vibration above limit, bearing housing hot'),
        both('轴承润滑不良', 'Poor bearing lubrication'),
        both('更换轴承，重新找动平衡', 'Replaced the bearing, rebalanced the impeller'),
        'bearing',
      ),
      fault(
        'mechanical',
        2,
        both('皮带打滑，风压下降', 'Belt slips, air pressure drops'),
        both('三角带磨损伸长', 'V-belts worn and stretched'),
        both('更换三角带并张紧', 'Replaced and tensioned the V-belts'),
        'belt',
      ),
      fault(
        'electrical',
        2,
        both('变频器报过热停机', 'Inverter stopped on overtemperature'),
        both('散热风扇损坏，滤棉堵塞', 'Cooling fan failed, filter mat clogged'),
        both('更换散热风扇，清洁滤棉', 'Replaced the cooling fan, cleaned the filter mat'),
        'inverter',
      ),
      fault(
        'instrument',
        1,
        both('风压变送器无输出', 'Air pressure transmitter gives no output'),
        both('取压管积料堵塞', 'Impulse line clogged'),
        both('疏通取压管，校验变送器', 'Cleared the impulse line, checked the transmitter'),
        'sensor',
      ),
    ],
    checks: [
      measure('风机电流', 'Blower current', 'A', 128, 70, 180),
      measure('轴承温度', 'Bearing temperature', '°C', 52, 10, 80),
      look('运行平稳、无异响', 'Runs smoothly and quietly'),
    ],
    care: [
      care(
        '轴承润滑',
        'Bearing lubrication',
        1,
        'month',
        1,
        [
          both('清洁油嘴', 'Clean the grease nipples'),
          both('按量加注润滑脂', 'Apply the specified amount of grease'),
          both('记录轴承温度', 'Record the bearing temperature'),
        ],
        'grease',
      ),
      care('叶轮清洁与平衡检查', 'Impeller cleaning and balance check', 6, 'month', 4, [
        both('清除叶轮积料', 'Remove deposits from the impeller'),
        both('检查焊缝', 'Check the welds'),
        both('测量振动值', 'Measure vibration'),
      ]),
    ],
  },
  heater: {
    makers: [
      ['恒泰电热', 'DRK-450'],
      ['沪东热工', 'AH-600'],
    ],
    life: [4600, 1.3],
    faults: [
      fault(
        'heating',
        4,
        both('热风温度波动大', 'Hot air temperature fluctuates'),
        both('固态继电器击穿一相', 'One phase of the solid-state relay shorted'),
        both('更换固态继电器', 'Replaced the solid-state relay'),
        'contactor',
      ),
      fault(
        'heating',
        3,
        both('加热器对地绝缘低', 'Heater insulation to earth low'),
        both('电热管受潮', 'Moisture in the heating elements'),
        both('烘干后更换损坏电热管', 'Dried out, replaced the damaged elements'),
        'heater',
      ),
    ],
    checks: [
      measure('热风温度', 'Hot air temperature', '°C', 262, 230, 320),
      look('接线端子无过热变色', 'Terminals not discoloured'),
    ],
    care: [
      care('电热管绝缘测量', 'Heating element insulation test', 3, 'month', 2, [
        both('停电验电', 'Isolate and prove dead'),
        both('500 V 兆欧表测量绝缘', 'Measure insulation with 500 V'),
        both('紧固端子', 'Retighten the terminals'),
      ]),
    ],
  },
  exhaust: {
    makers: [
      ['东岳风机', 'YX-4'],
      ['海澄环保', 'MEX-30'],
    ],
    life: [5600, 1.3],
    faults: [
      fault(
        'mechanical',
        3,
        both('单体抽吸风量不足', 'Monomer extraction flow too low'),
        both('管道内单体积聚', 'Monomer deposits in the duct'),
        both('拆洗管道与叶轮', 'Dismantled and cleaned duct and impeller'),
      ),
      fault(
        'mechanical',
        2,
        both('抽吸风机轴承响', 'Extraction fan bearing noisy'),
        both('轴承缺油', 'Bearing short of grease'),
        both('更换轴承', 'Replaced the bearing'),
        'bearing',
      ),
    ],
    checks: [
      measure('抽吸负压', 'Suction pressure', 'kPa', 1.8, 0.8, 3),
      look('接油盘无溢出', 'Drip tray not overflowing'),
    ],
    care: [
      care(
        '单体管道清洗',
        'Monomer duct cleaning',
        1,
        'month',
        3,
        [
          both('拆开检修口', 'Open the inspection ports'),
          both('高压清洗', 'Clean with high pressure'),
          both('密封复位', 'Refit the seals'),
        ],
        'chem',
      ),
    ],
  },
} as const satisfies Record<string, MachineGroup>
