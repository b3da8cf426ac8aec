import { defineMaintenanceTask, defineFault, defineVisualCheck, defineMeasuredCheck, type MachineGroup } from './group'
import { toBilingualText } from '../bilingual-text'

/** Drives, panels and electricity supply. */
export const powerGroups = {
  drive: {
    makers: [
      ['华源电机', 'YE4-280'],
      ['东岳传动', 'FA-97'],
      ['北辰电机', 'YVF-225'],
    ],
    lifetime: [8200, 1.4],
    faults: [
      defineFault(
        'mechanical',
        3,
        toBilingualText('电机轴承异响', 'Motor bearing noisy'),
        toBilingualText('润滑脂干涸', 'Grease dried out'),
        toBilingualText('更换轴承，加注润滑脂', 'Replaced and greased the bearing'),
        'bearing',
      ),
      defineFault(
        'electrical',
        2,
        toBilingualText('电机三相电流不平衡', 'Unbalanced motor phase currents'),
        toBilingualText('接线端子松动', 'Terminal loose'),
        toBilingualText('紧固端子，测量绝缘', 'Tightened the terminals, measured insulation'),
        'cable',
      ),
      defineFault(
        'mechanical',
        2,
        toBilingualText('联轴器弹性块碎裂', 'Coupling element shattered'),
        toBilingualText('对中偏差', 'Misalignment'),
        toBilingualText('更换弹性块，激光对中', 'Replaced the coupling element, laser-aligned the drive'),
        'coupling',
      ),
    ],
    checks: [
      defineMeasuredCheck('电机电流', 'Motor current', 'A', 86, 30, 140),
      defineMeasuredCheck('电机温度', 'Motor temperature', '°C', 58, 10, 95),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '电机轴承润滑',
        'Motor bearing lubrication',
        3,
        'month',
        1,
        [
          toBilingualText('清洁油嘴', 'Clean the grease nipples'),
          toBilingualText('加注润滑脂', 'Apply grease'),
          toBilingualText('测量温度与振动', 'Measure temperature and vibration'),
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
    lifetime: [7600, 1.05],
    faults: [
      defineFault(
        'electrical',
        4,
        toBilingualText('接触器吸合不良', 'Contactor does not pull in properly'),
        toBilingualText('触点烧蚀', 'Contacts burnt'),
        toBilingualText('更换接触器', 'Replaced the contactor'),
        'contactor',
      ),
      defineFault(
        'control',
        3,
        toBilingualText('PLC 输入模块一路无信号', 'One channel of a PLC input module dead'),
        toBilingualText('模块通道损坏', 'Module channel damaged'),
        toBilingualText('更换通道，修改地址', 'Moved to a spare channel, changed the address'),
        'plc',
      ),
      defineFault(
        'electrical',
        2,
        toBilingualText('断路器跳闸', 'Circuit breaker tripped'),
        toBilingualText('端子发热老化', 'Terminal overheated and aged'),
        toBilingualText('更换断路器，紧固端子', 'Replaced the breaker, tightened the terminals'),
        'breaker',
      ),
      defineFault(
        'control',
        1,
        toBilingualText('触摸屏无显示', 'Touch panel dark'),
        toBilingualText('背光电源坏', 'Backlight supply failed'),
        toBilingualText('更换触摸屏电源', 'Replaced the touch panel supply'),
        'lamp',
      ),
    ],
    checks: [
      defineMeasuredCheck('柜内温度', 'Temperature inside', '°C', 31, 5, 45),
      defineVisualCheck('无异味、端子无变色', 'No smell, terminals not discoloured'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '电气柜除尘紧固',
        'Cabinet cleaning and retightening',
        3,
        'month',
        2,
        [
          toBilingualText('停电验电挂牌', 'Isolate, prove dead, tag out'),
          toBilingualText('吹扫除尘', 'Blow out and remove dust'),
          toBilingualText('紧固端子', 'Retighten the terminals'),
          toBilingualText('更换滤棉', 'Replace the filter mats'),
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
    lifetime: [15000, 1],
    faults: [
      defineFault(
        'electrical',
        3,
        toBilingualText('电容补偿投切异常', 'Power factor correction switches erratically'),
        toBilingualText('电容容量衰减', 'Capacitors lost capacity'),
        toBilingualText('更换电容器与熔断器', 'Replaced capacitors and fuses'),
        'breaker',
      ),
      defineFault(
        'instrument',
        1,
        toBilingualText('多功能表通讯中断', 'Power meter communication lost'),
        toBilingualText('通讯线松动', 'Communication cable loose'),
        toBilingualText('紧固通讯线', 'Tightened the communication cable'),
        'cable',
      ),
    ],
    checks: [
      defineMeasuredCheck('绕组温度', 'Winding temperature', '°C', 68, 10, 110),
      defineMeasuredCheck('进线电压', 'Incoming voltage', 'V', 398, 370, 420),
      defineVisualCheck('无异响、无放电声', 'No unusual sound'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask('预防性试验与紧固', 'Preventive tests and retightening', 12, 'month', 6, [
        toBilingualText('停电操作票', 'Switching order for isolation'),
        toBilingualText('绝缘与耐压试验', 'Insulation and withstand voltage test'),
        toBilingualText('紧固母排', 'Retighten the busbars'),
      ]),
    ],
  },
} as const satisfies Record<string, MachineGroup>
