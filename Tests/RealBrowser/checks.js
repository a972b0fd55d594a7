// Checks that run in the page; each returns a list of what is wrong.
(() => {
  const visible = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && element.getClientRects().length > 0;
  const clipped = (element) => { const style = getComputedStyle(element); return style.clipPath !== "none" || element.closest(".hide, .skip"); };
  const leaves = () => [...document.querySelectorAll("body *")].filter((element) => !["SCRIPT", "NOSCRIPT", "OPTION", "SELECT"].includes(element.tagName) && visible(element)
    && !clipped(element) && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const words = (element) => `${element.id || element.className || element.tagName}: ${element.textContent.slice(0, 40)}`;
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = (color) => {
    const [r, g, b] = numbers(color).map((value) => { value /= 255; return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = getComputedStyle(each).backgroundColor;
      const alpha = numbers(color)[3] ?? 1;
      if (alpha > 0.99) return color;
    }
    return "rgb(255, 255, 255)";
  };
  return {
    contrast: () => leaves().flatMap((element) => {
      if (element.matches(":disabled")) return []; // WCAG 1.4.3 excepts controls that cannot be used
      const style = getComputedStyle(element);
      const [a, b] = [luminance(style.color), luminance(background(element))].sort((x, y) => y - x);
      const size = parseFloat(style.fontSize), isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const ratio = (a + 0.05) / (b + 0.05);
      return ratio >= (isLarge ? 3 : 4.5) ? [] : [`${ratio.toFixed(2)} ${words(element)} ${style.color} on ${background(element)}`];
    }),
    width: () => document.documentElement.scrollWidth > innerWidth ? [`${document.documentElement.scrollWidth} px wide in ${innerWidth}`, ...[...document.querySelectorAll("body *")].filter((element) => visible(element) && !clipped(element) && element.getBoundingClientRect().right > innerWidth + 1).map(words)] : [],
    // Words over other words. What is fixed or sticky lies over what scrolls, on purpose.
    overlaps: () => {
      const fixed = (element) => { for (let each = element; each; each = each.parentElement) if (["fixed", "sticky"].includes(getComputedStyle(each).position)) return true; return false; };
      const boxes = leaves().filter((element) => !fixed(element) && !element.closest("h1, .events")).flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim()).flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].map((box) => ({ box, element }));
      }));
      const wrong = [];
      for (let i = 0; i < boxes.length; i++) for (let j = 0; j < i; j++) {
        if (boxes[i].element === boxes[j].element) continue;
        const [a, b] = [boxes[i].box, boxes[j].box];
        const [x, y] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        // The boxes of lines contain their leading.
        if (x > 2 && y > 0.3 * Math.min(a.height, b.height)) wrong.push(`${words(boxes[i].element)} over ${words(boxes[j].element)}`);
      }
      return wrong;
    },
    cut: () => leaves().filter((element) => element.tagName !== "H1" && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible" && element.clientWidth > 0).map(words),
    names: () => [...document.querySelectorAll("canvas, button, select, input")].filter(visible).filter((element) =>
      !(element.getAttribute("aria-label") || element.textContent.trim() || element.labels?.length)).map(words),
    pictures: () => [...document.querySelectorAll("canvas")].filter(visible).filter((canvas) => {
      const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      for (let index = 3; index < data.length; index += 4) if (data[index]) return false;
      return true;
    }).map((canvas) => `${canvas.id} is empty`),
    targets: () => [...document.querySelectorAll("button, select, input[type=checkbox]")].filter(visible).filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width < 24 || (box.height < 24 && element.type !== "checkbox");
    }).map((element) => `small: ${words(element)}`),
  };
})()
