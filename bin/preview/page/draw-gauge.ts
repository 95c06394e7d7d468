import type { PanelModel } from "../../../lib/dashboards/model";
import { colorOf } from "../../../lib/preview/colors";
import { display, type FieldConfig } from "../../../lib/preview/field-config";
import { textOf } from "../../../lib/preview/unit-format";
import { chart } from "./charts";
import { reducedFields } from "./draw-stat";
import { element } from "./element";
import type { PanelData } from "./panel-data";
import type { Scope } from "./scope";

/** A dial for each value, its thresholds around it. */
export async function drawGauge(body: HTMLElement, panel: PanelModel, data: PanelData, scope: Scope): Promise<void> {
  const { showThresholdMarkers = true } = (panel.options ?? {}) as { readonly showThresholdMarkers?: boolean };
  const all = reducedFields(panel, data, scope);
  const dials = element("div.dials", { style: `grid-template-columns: repeat(${all.length}, minmax(0, 1fr))` });
  body.append(dials);
  const charts = all.map(({ name, value, config, color }) => {
    const place = element("div.chart");
    dials.append(element("div.dial", {}, place, all.length > 1 ? element("div.name", { title: name }, name) : undefined));
    const [min, max] = [config.min ?? 0, config.max ?? (config.unit === "percentunit" ? 1 : 100)];
    const number = typeof value === "number" ? value : min;
    const ring = {
      type: "gauge",
      min,
      max,
      startAngle: 205,
      endAngle: -25,
      center: ["50%", "62%"],
      splitLine: { show: false },
      axisTick: { show: false },
      axisLabel: { show: false },
      pointer: { show: false },
    };
    const optionOf = (size: number) => ({
      series: [
        {
          ...ring,
          radius: "88%",
          progress: { show: true, width: size * 0.1, itemStyle: { color } },
          axisLine: { lineStyle: { width: size * 0.1, color: [[1, scope.theme.line]] } },
          detail: {
            offsetCenter: [0, "-5%"],
            color,
            fontSize: Math.max(14, size * 0.13),
            formatter: () => textOf(display(value, config, scope.now)),
          },
          data: [{ value: number }],
        },
        ...(showThresholdMarkers
          ? [
              {
                ...ring,
                radius: "96%",
                axisLine: { lineStyle: { width: 4, color: arcs(config, min, max) } },
                detail: { show: false },
                data: [],
              },
            ]
          : []),
      ],
    });
    return chart(place, ({ width, height }) => optionOf(Math.min(width, height * 1.3)));
  });
  await Promise.all(charts);
}

/** Up to which share of the dial which colour goes. */
function arcs({ thresholds }: FieldConfig, min: number, max: number): (readonly [number, string])[] {
  const steps = thresholds?.steps ?? [];
  const isPercentage = thresholds?.mode === "percentage";
  return steps.map(({ color }, index) => {
    const next = steps[index + 1]?.value;
    const end = next === undefined || next === null ? 1 : isPercentage ? next / 100 : (next - min) / (max - min || 1);
    return [Math.min(1, Math.max(0, end)), colorOf(color)] as const;
  });
}
