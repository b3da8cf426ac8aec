import { defineMaintenanceTask, defineFault, defineVisualCheck, defineMeasuredCheck, type MachineGroup } from './group'
import { toBilingualText } from '../bilingual-text'

/** Machines from the web to the roll, and the line's inspection and feeding systems. */
export const windingGroups = {
  winder: {
    makers: [
      ['恒立卷绕', 'WD-3600'],
      ['安瑞热轧', 'AW-3500'],
    ],
    lifetime: [2600, 1.3],
    faults: [
      defineFault(
        'pneumatic',
        3,
        toBilingualText('换卷时横切刀不动作', 'Cross cutter does not fire at roll change'),
        toBilingualText('电磁阀卡阀芯', 'Solenoid valve spool stuck'),
        toBilingualText('更换电磁阀', 'Replaced the solenoid valve'),
        'valve',
      ),
      defineFault(
        'control',
        3,
        toBilingualText('张力波动，端面不齐', 'Tension fluctuates, uneven roll edges'),
        toBilingualText('张力传感器零点漂移', 'Zero drift of the tension load cell'),
        toBilingualText('重新标定张力传感器', 'Recalibrated the tension load cell'),
        'sensor',
      ),
      defineFault(
        'mechanical',
        2,
        toBilingualText('卷绕辊轴承异响', 'Unusual noise from the winder drum bearing'),
        toBilingualText('轴承磨损', 'Bearing worn'),
        toBilingualText('更换轴承', 'Replaced the bearing'),
        'bearing',
      ),
      defineFault(
        'safety',
        1,
        toBilingualText('安全光幕误动作', 'Light curtain trips without cause'),
        toBilingualText('光幕镜面积灰', 'Dust on the light curtain lenses'),
        toBilingualText('清洁光幕并校准', 'Cleaned and realigned the light curtain'),
        'sensor',
      ),
    ],
    checks: [
      defineMeasuredCheck('卷绕张力', 'Winding tension', 'N', 210, 80, 350),
      defineVisualCheck('横切刀动作正常', 'Cross cutter works'),
      defineVisualCheck('安全光幕有效', 'Light curtain works'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '卷绕机润滑与气路检查',
        'Winder lubrication and air line check',
        2,
        'week',
        2,
        [
          toBilingualText('导轨加油', 'Oil the guide rails'),
          toBilingualText('检查气管漏气', 'Check air hoses for leaks'),
          toBilingualText('排放油水分离器', 'Drain the oil-water separator'),
        ],
        'oil',
      ),
      defineMaintenanceTask(
        '横切刀更换',
        'Cross-cut blade change',
        3,
        'month',
        1,
        [
          toBilingualText('挂牌上锁', 'Lock out and tag out'),
          toBilingualText('更换刀片', 'Replace the blade'),
          toBilingualText('试切确认', 'Confirm with a trial cut'),
        ],
        'blade',
      ),
    ],
  },
  slitter: {
    makers: [
      ['精工分切', 'SL-3300'],
      ['恒立卷绕', 'SLT-3200'],
    ],
    lifetime: [2800, 1.3],
    faults: [
      defineFault(
        'mechanical',
        4,
        toBilingualText('分切毛边，个别工位断不开', 'Ragged slit edges, some lanes not cut through'),
        toBilingualText('圆刀磨钝', 'Circular knives blunt'),
        toBilingualText('换刀并重新对刀', 'Changed the knives and set them anew'),
        'blade',
      ),
      defineFault(
        'control',
        2,
        toBilingualText('纠偏动作不灵敏', 'Web guide responds slowly'),
        toBilingualText('超声波探头积尘', 'Dust on the ultrasonic sensor'),
        toBilingualText('清洁探头，重新标定', 'Cleaned the sensor and recalibrated'),
        'sensor',
      ),
      defineFault(
        'pneumatic',
        2,
        toBilingualText('气胀轴漏气', 'Air shaft leaks'),
        toBilingualText('气囊破损', 'Bladder torn'),
        toBilingualText('更换气囊', 'Replaced the bladder'),
        'hose',
      ),
      defineFault(
        'electrical',
        2,
        toBilingualText('伺服报编码器故障', 'Servo reports an encoder fault'),
        toBilingualText('电缆弯折疲劳', 'Cable fatigued by bending'),
        toBilingualText('更换编码器电缆', 'Replaced the encoder cable'),
        'cable',
      ),
      defineFault(
        'mechanical',
        1,
        toBilingualText('收卷辊跳动大', 'Rewind drum runs out of true'),
        toBilingualText('轴承座松动', 'Bearing housing loose'),
        toBilingualText('紧固轴承座，调整平行度', 'Tightened the bearing housing, realigned the drum'),
        'bearing',
      ),
    ],
    checks: [
      defineMeasuredCheck('收卷张力', 'Rewind tension', 'N', 140, 60, 260),
      defineVisualCheck('刀口锋利、防护齐全', 'Knives sharp, guards in place'),
      defineVisualCheck('急停有效', 'Emergency stop works'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '刀轴与导轨润滑',
        'Knife shaft and rail lubrication',
        1,
        'week',
        1,
        [
          toBilingualText('清洁刀轴', 'Clean the knife shaft'),
          toBilingualText('导轨加油', 'Oil the guide rails'),
          toBilingualText('检查锁紧', 'Check the clamping'),
        ],
        'oil',
      ),
      defineMaintenanceTask(
        '对刀与平行度检查',
        'Knife setting and parallelism check',
        1,
        'month',
        3,
        [
          toBilingualText('检查刀轴跳动', 'Check the knife shaft run-out'),
          toBilingualText('校对各辊平行度', 'Check the rolls for parallelism'),
          toBilingualText('试切检查毛边', 'Trial cut, check the edges'),
        ],
        'blade',
      ),
    ],
  },
  conveying: {
    makers: [
      ['江南轻机', 'VF-1200'],
      ['苏南精密', 'GD-800'],
      ['莱恩塑机', 'LF-600'],
    ],
    lifetime: [4300, 1.2],
    faults: [
      defineFault(
        'pneumatic',
        3,
        toBilingualText('吸料机不上料', 'Vacuum loader does not convey'),
        toBilingualText('过滤器堵塞，管道漏气', 'Filter clogged, conveying line leaks air'),
        toBilingualText('清洁过滤器，更换软管', 'Cleaned the filter, replaced the hose'),
        'filter',
      ),
      defineFault(
        'control',
        2,
        toBilingualText('计量秤超差报警', 'Dosing scale out-of-tolerance alarm'),
        toBilingualText('料位开关失灵', 'Level switch failed'),
        toBilingualText('更换料位开关，重新标定', 'Replaced the level switch and recalibrated'),
        'sensor',
      ),
      defineFault(
        'mechanical',
        1,
        toBilingualText('搅拌电机过载', 'Agitator motor overloaded'),
        toBilingualText('色母结块', 'Masterbatch caked'),
        toBilingualText('清理料斗', 'Cleaned out the hopper'),
        null,
      ),
    ],
    checks: [
      defineVisualCheck('上料正常、无漏料', 'Feeds without leaking'),
      defineMeasuredCheck('料位', 'Level', '%', 62, 20, 95),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '过滤器清洁',
        'Filter cleaning',
        1,
        'week',
        1,
        [
          toBilingualText('清洁滤芯', 'Clean the filter element'),
          toBilingualText('检查密封', 'Check the seals'),
          toBilingualText('放空积料', 'Empty out residual material'),
        ],
        'filter',
      ),
    ],
  },
  inspection: {
    makers: [
      ['光视检测', 'WIS-3200'],
      ['北辰仪器', 'BWS-300'],
    ],
    lifetime: [7000, 1.1],
    faults: [
      defineFault(
        'instrument',
        3,
        toBilingualText('在线检测误报多', 'Web inspection gives many false alarms'),
        toBilingualText('镜头积尘', 'Dust on the lenses'),
        toBilingualText('清洁镜头，重新标定白平衡', 'Cleaned the lenses, recalibrated the white balance'),
      ),
      defineFault(
        'control',
        2,
        toBilingualText('相机通讯中断', 'Camera communication lost'),
        toBilingualText('网线接头松动', 'Network connector loose'),
        toBilingualText('更换网线接头', 'Replaced the network connector'),
        'cable',
      ),
      defineFault(
        'electrical',
        1,
        toBilingualText('光源闪烁', 'Light source flickers'),
        toBilingualText('电源模块老化', 'Power supply module aged'),
        toBilingualText('更换电源模块', 'Replaced the power supply module'),
        'lamp',
      ),
    ],
    checks: [
      defineVisualCheck('镜头与光源清洁', 'Lens and light clean'),
      defineVisualCheck('标样检测通过', 'Reference sample found'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask('标定与清洁', 'Calibration and cleaning', 1, 'month', 1, [
        toBilingualText('清洁镜头光源', 'Clean lenses and light source'),
        toBilingualText('标样比对', 'Compare with the reference sample'),
        toBilingualText('备份参数', 'Back up the parameters'),
      ]),
    ],
  },
} as const satisfies Record<string, MachineGroup>
