import { care, fault, look, measure, type MachineGroup } from './group'
import { both } from '../said'

/** Drives, panels and electricity supply. */
export const powerGroups = {
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
} as const satisfies Record<string, MachineGroup>
