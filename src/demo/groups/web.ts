import { defineMaintenanceTask, defineFault, defineVisualCheck, defineMeasuredCheck, type MachineGroup } from './group'
import { toBilingualText } from '../bilingual-text'

/** Machines from the filaments to the web. */
export const webGroups = {
  former: {
    makers: [
      ['恒丰成网', 'WF-3400'],
      ['苏南精密', 'LB-3500'],
    ],
    lifetime: [3000, 1.4],
    faults: [
      defineFault(
        'mechanical',
        4,
        toBilingualText('网帘跑偏报警', 'Forming belt tracking alarm'),
        toBilingualText('纠偏气缸动作迟缓，导辊粘料', 'Tracking cylinder sluggish, polymer build-up on the guide roll'),
        toBilingualText('清理导辊，更换纠偏气缸密封', 'Cleaned the guide roll, replaced the tracking cylinder seals'),
        'cylinder',
      ),
      defineFault(
        'mechanical',
        2,
        toBilingualText('网帘局部破损，布面有印', 'Local damage to the forming belt marks the web'),
        toBilingualText('硬块压入网帘', 'Hard polymer lump pressed into the belt'),
        toBilingualText('修补网帘，打磨毛刺', 'Patched the belt and ground off burrs'),
      ),
      defineFault(
        'control',
        2,
        toBilingualText('网速显示与设定偏差大', 'Belt speed reading far off the setpoint'),
        toBilingualText('编码器联轴器松动', 'Encoder coupling loose'),
        toBilingualText('紧固联轴器，重新标定', 'Tightened the coupling and recalibrated'),
        'sensor',
      ),
      defineFault(
        'pneumatic',
        1,
        toBilingualText('张紧气缸漏气', 'Tensioning cylinder leaks air'),
        toBilingualText('密封圈老化', 'Seal ring aged'),
        toBilingualText('更换密封圈', 'Replaced the seal ring'),
        'cylinder',
      ),
    ],
    checks: [
      defineMeasuredCheck('网带速度', 'Mesh belt speed', 'm/min', 280, 50, 600),
      defineVisualCheck('网帘无破损、无跑偏', 'Belt whole and on track'),
      defineMeasuredCheck('网下负压', 'Pressure below the belt', 'kPa', 7.5, 4, 12),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '网帘清洗',
        'Mesh belt cleaning',
        2,
        'week',
        3,
        [
          toBilingualText('低速运行高压清洗', 'Wash with high pressure at crawl speed'),
          toBilingualText('检查接缝', 'Check the seam'),
          toBilingualText('清理导辊', 'Clean the guide rolls'),
        ],
        'chem',
      ),
      defineMaintenanceTask(
        '导辊轴承润滑',
        'Guide roll bearing lubrication',
        1,
        'month',
        1,
        [toBilingualText('清洁油嘴', 'Clean the grease nipples'), toBilingualText('加注润滑脂', 'Apply grease')],
        'grease',
      ),
    ],
  },
  calender: {
    makers: [
      ['安瑞热轧', 'CAL-3600'],
      ['华中辊业', 'TR-3500'],
    ],
    lifetime: [3600, 1.4],
    faults: [
      defineFault(
        'heating',
        3,
        toBilingualText('花辊两端温差超过 3 ℃', 'Engraved roll: more than 3 °C between the two ends'),
        toBilingualText('旋转接头泄漏，流量不均', 'Rotary union leaks, uneven oil flow'),
        toBilingualText('更换旋转接头密封，排气', 'Replaced the rotary union seals and vented the roll'),
        'seal',
      ),
      defineFault(
        'hydraulic',
        3,
        toBilingualText('热轧压力保不住', 'Calender nip does not hold its pressure'),
        toBilingualText('液压缸内泄', 'Internal leakage of the hydraulic cylinder'),
        toBilingualText('更换油缸密封件，清洗阀组', 'Replaced the cylinder seals, cleaned the valve block'),
        'valve',
      ),
      defineFault(
        'mechanical',
        2,
        toBilingualText('热轧机轴承温度高', 'Calender bearing runs hot'),
        toBilingualText('高温脂流失', 'High-temperature grease lost'),
        toBilingualText('补加高温脂，检查轴承游隙', 'Topped up high-temperature grease, checked the bearing clearance'),
        'grease',
      ),
      defineFault(
        'mechanical',
        1,
        toBilingualText('光辊表面有划痕，布面亮线', 'Scratch on the smooth roll leaves a shiny line on the web'),
        toBilingualText('硬块通过', 'Hard lump went through the nip'),
        toBilingualText('研磨辊面', 'Polished the roll face'),
      ),
    ],
    checks: [
      defineMeasuredCheck('花辊温度', 'Engraved roll temperature', '°C', 148, 130, 165),
      defineMeasuredCheck('光辊温度', 'Smooth roll temperature', '°C', 146, 130, 165),
      defineMeasuredCheck('轧辊压力', 'Nip pressure', 'N/mm', 82, 40, 120),
    ],
    maintenanceTasks: [
      defineMaintenanceTask('辊面清洁检查', 'Roll face cleaning and check', 1, 'week', 1, [
        toBilingualText('清洁辊面', 'Clean the roll faces'),
        toBilingualText('检查花纹磨损', 'Check the engraving for wear'),
        toBilingualText('检查防护装置', 'Check the guards'),
      ]),
      defineMaintenanceTask(
        '液压油过滤',
        'Hydraulic oil filtering',
        6,
        'month',
        3,
        [
          toBilingualText('取样化验', 'Take a sample for analysis'),
          toBilingualText('循环过滤', 'Filter in circulation'),
          toBilingualText('更换滤芯', 'Replace the filter element'),
        ],
        'filter',
      ),
    ],
  },
  oiling: {
    makers: [
      ['江南轻机', 'OIL-3300'],
      ['恒丰成网', 'KR-3200'],
    ],
    lifetime: [5000, 1.2],
    faults: [
      defineFault(
        'mechanical',
        3,
        toBilingualText('上油泵无流量', 'Finish pump gives no flow'),
        toBilingualText('滤网堵塞', 'Strainer clogged'),
        toBilingualText('清洗滤网，更换叶轮', 'Cleaned the strainer, replaced the impeller'),
        'filter',
      ),
      defineFault(
        'mechanical',
        2,
        toBilingualText('上油辊轴头漏液', 'Kiss roll journal leaks'),
        toBilingualText('机封磨损', 'Mechanical seal worn'),
        toBilingualText('更换机械密封', 'Replaced the mechanical seal'),
        'seal',
      ),
    ],
    checks: [
      defineMeasuredCheck('上油辊转速', 'Oiling roll speed', 'r/min', 28, 5, 60),
      defineVisualCheck('槽液无泡沫、液位正常', 'No foam, level normal'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '油槽清洗',
        'Oiling trough cleaning',
        1,
        'month',
        2,
        [
          toBilingualText('排空槽液', 'Drain the trough'),
          toBilingualText('清洗滤网', 'Clean the strainer'),
          toBilingualText('重新配液', 'Mix fresh finish'),
        ],
        'chem',
      ),
    ],
  },
  dryer: {
    makers: [
      ['沪东热工', 'TD-3200'],
      ['恒泰电热', 'DR-3300'],
    ],
    lifetime: [4800, 1.3],
    faults: [
      defineFault(
        'heating',
        3,
        toBilingualText('烘箱温度升不上去', 'Dryer does not reach temperature'),
        toBilingualText('热油调节阀卡滞', 'Thermal oil control valve sticks'),
        toBilingualText('拆洗调节阀，校验定位器', 'Stripped and cleaned the control valve, checked the positioner'),
        'valve',
      ),
      defineFault(
        'mechanical',
        2,
        toBilingualText('循环风机响声大', 'Circulation fan noisy'),
        toBilingualText('轴承损坏', 'Bearing failed'),
        toBilingualText('更换轴承', 'Replaced the bearing'),
        'bearing',
      ),
    ],
    checks: [
      defineMeasuredCheck('烘箱温度', 'Dryer temperature', '°C', 105, 80, 130),
      defineVisualCheck('箱门密封良好', 'Door seals tight'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask('烘箱绒毛清理', 'Oven lint removal', 2, 'week', 2, [
        toBilingualText('停机降温', 'Stop and let cool down'),
        toBilingualText('清理绒毛与滤网', 'Remove lint, clean the screens'),
        toBilingualText('检查防火措施', 'Check the fire precautions'),
      ]),
    ],
  },
} as const satisfies Record<string, MachineGroup>
