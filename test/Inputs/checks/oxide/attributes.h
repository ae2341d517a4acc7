// SPDX-License-Identifier: Apache-2.0
#ifndef OXIDE_ATTRIBUTES_H
#define OXIDE_ATTRIBUTES_H

#if __has_attribute(oxide_access)
#define OXIDE_ACCESS __attribute__((oxide_access))
#else
#define OXIDE_ACCESS
#endif

#endif
