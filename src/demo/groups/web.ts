import { defineCareTask, defineFault, defineVisualCheck, defineMeasuredCheck, type MachineGroup } from './group'
import { toTexts } from '../bilingual-text'

/** Machines from the filaments to the web. */
export const webGroups = {
  former: {
    makers: [
      ['恒丰成网', 'WF-3400'],
      ['苏南精密', 'LB-3500'],
    ],
    life: [3000, 1.4],
    faults: [
      defineFault(
        'mechanical',
        4,
        toTexts('网帘跑偏报警', 'Forming belt tracking alarm'),
        toTexts('纠偏气缸动作迟缓，导辊粘料', 'Tracking cylinder sluggish, polymer build-up on the guide roll'),
        toTexts('清理导辊，更换纠偏气缸密封', 'Cleaned the guide roll, replaced the tracking cylinder seals'),
        'cylinder',
      ),
      defineFault(
        'mechanical',
        2,
        toTexts('网帘局部破损，布面有印', 'Local damage to the forming belt marks the web'),
        toTexts('硬块压入网帘', 'Hard polymer lump pressed into the belt'),
        toTexts('修补网帘，打磨毛刺', 'Patched the belt and ground off burrs'),
      ),
      defineFault(
        'control',
        2,
        toTexts('网速显示与设定偏差大', 'Belt speed reading far off the setpoint'),
        toTexts('编码器联轴器松动', 'Encoder coupling loose'),
        toTexts('紧固联轴器，重新标定', 'Tightened the coupling and recalibrated'),
        'sensor',
      ),
      defineFault(
        'pneumatic',
        1,
        toTexts('张紧气缸漏气', 'Tensioning cylinder leaks air'),
        toTexts('密封圈老化', 'Seal ring aged'),
        toTexts('更换密封圈', 'Replaced the seal ring'),
        'cylinder',
      ),
    ],
    checks: [
      defineMeasuredCheck('网带速度', 'Mesh belt speed', 'm/min', 280, 50, 600),
      defineVisualCheck('网帘无破损、无跑偏', 'Belt whole and on track'),
      defineMeasuredCheck('网下负压', 'Pressure below the belt', 'kPa', 7.5, 4, 12),
    ],
    care: [
      defineCareTask(
        '网帘清洗',
        'Mesh belt cleaning',
        2,
        'week',
        3,
        [
          toTexts('低速运行高压清洗', 'Wash with high pressure at crawl speed'),
          toTexts('检查接缝', 'Check the seam'),
          toTexts('清理导辊', 'Clean the guide rolls'),
        ],
        'chem',
      ),
      defineCareTask(
        '导辊轴承润滑',
        'Guide roll bearing lubrication',
        1,
        'month',
        1,
        [toTexts('清洁油嘴', 'Clean the grease nipples'), toTexts('加注润滑脂', 'Apply grease')],
        'grease',
      ),
    ],
  },
  calender: {
    makers: [
      ['安瑞热轧', 'CAL-3600'],
      ['华中辊业', 'TR-3500'],
    ],
    life: [3600, 1.4],
    faults: [
      defineFault(
        'heating',
        3,
        toTexts('花辊两端温差超过 3 ℃', 'Engraved roll: more than 3 °C between the two ends'),
        toTexts('旋转接头泄漏，流量不均', 'Rotary union leaks, uneven oil flow'),
        toTexts('更换旋转接头密封，排气', 'Replaced the rotary union seals and vented the roll'),
        'seal',
      ),
      defineFault(
        'hydraulic',
        3,
        toTexts('热轧压力保不住', 'Calender nip does not hold its pressure'),
        toTexts('液压缸内泄', 'Internal leakage of the hydraulic cylinder'),
        toTexts('更换油缸密封件，清洗阀组', 'Replaced the cylinder seals, cleaned the valve block'),
        'valve',
      ),
      defineFault(
        'mechanical',
        2,
        toTexts('热轧机轴承温度高', 'Calender bearing runs hot'),
        toTexts('高温脂流失', 'High-temperature grease lost'),
        toTexts('补加高温脂，检查轴承游隙', 'Topped up high-temperature grease, checked the bearing clearance'),
        'grease',
      ),
      defineFault(
        'mechanical',
        1,
        toTexts('光辊表面有划痕，布面亮线', 'Scratch on the smooth roll leaves a shiny line on the web'),
        toTexts('硬块通过', 'Hard lump went through the nip'),
        toTexts('研磨辊面', 'Polished the roll face'),
      ),
    ],
    checks: [
      defineMeasuredCheck('花辊温度', 'Engraved roll temperature', '°C', 148, 130, 165),
      defineMeasuredCheck('光辊温度', 'Smooth roll temperature', '°C', 146, 130, 165),
      defineMeasuredCheck('轧辊压力', 'Nip pressure', 'N/mm', 82, 40, 120),
    ],
    care: [
      defineCareTask('辊面清洁检查', 'Roll face cleaning and check', 1, 'week', 1, [
        toTexts('清洁辊面', 'Clean the roll faces'),
        toTexts('检查花纹磨损', 'Check the engraving for wear'),
        toTexts('检查防护装置', 'Check the guards'),
      ]),
      defineCareTask(
        '液压油过滤',
        'Hydraulic oil filtering',
        6,
        'month',
        3,
        [
          toTexts('取样化验', 'Take a sample for analysis'),
          toTexts('循环过滤', 'Filter in circulation'),
          toTexts('更换滤芯', 'Replace the filter element'),
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
    life: [5000, 1.2],
    faults: [
      defineFault(
        'mechanical',
        3,
        toTexts('上油泵无流量', 'Finish pump gives no flow'),
        toTexts('滤网堵塞', 'Strainer clogged'),
        toTexts('清洗滤网，更换叶轮', 'Cleaned the strainer, replaced the impeller'),
        'filter',
      ),
      defineFault(
        'mechanical',
        2,
        toTexts('上油辊轴头漏液', 'Kiss roll journal leaks'),
        toTexts('机封磨损', 'Mechanical seal worn'),
        toTexts('更换机械密封', 'Replaced the mechanical seal'),
        'seal',
      ),
    ],
    checks: [
      defineMeasuredCheck('上油辊转速', 'Oiling roll speed', 'r/min', 28, 5, 60),
      defineVisualCheck('槽液无泡沫、液位正常', 'No foam, level normal'),
    ],
    care: [
      defineCareTask(
        '油槽清洗',
        'Oiling trough cleaning',
        1,
        'month',
        2,
        [
          toTexts('排空槽液', 'Drain the trough'),
          toTexts('清洗滤网', 'Clean the strainer'),
          toTexts('重新配液', 'Mix fresh finish'),
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
    life: [4800, 1.3],
    faults: [
      defineFault(
        'heating',
        3,
        toTexts('烘箱温度升不上去', 'Dryer does not reach temperature'),
        toTexts('热油调节阀卡滞', 'Thermal oil control valve sticks'),
        toTexts('拆洗调节阀，校验定位器', 'Stripped and cleaned the control valve, checked the positioner'),
        'valve',
      ),
      defineFault(
        'mechanical',
        2,
        toTexts('循环风机响声大', 'Circulation fan noisy'),
        toTexts('轴承损坏', 'Bearing failed'),
        toTexts('更换轴承', 'Replaced the bearing'),
        'bearing',
      ),
    ],
    checks: [
      defineMeasuredCheck('烘箱温度', 'Dryer temperature', '°C', 105, 80, 130),
      defineVisualCheck('箱门密封良好', 'Door seals tight'),
    ],
    care: [
      defineCareTask('烘箱绒毛清理', 'Oven lint removal', 2, 'week', 2, [
        toTexts('停机降温', 'Stop and let cool down'),
        toTexts('清理绒毛与滤网', 'Remove lint, clean the screens'),
        toTexts('检查防火措施', 'Check the fire precautions'),
      ]),
    ],
  },
} as const satisfies Record<string, MachineGroup>
